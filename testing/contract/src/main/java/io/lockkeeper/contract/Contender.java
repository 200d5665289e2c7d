package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** One client of the store under test, with a store of its own. Its calls wait for the answer. */
public final class Contender implements AutoCloseable {

    private final String client = UUID.randomUUID().toString();
    private final AtomicLong sequence = new AtomicLong();
    private final RecordedSignals signals = new RecordedSignals();
    private final Store store;
    private final Duration patience;
    private boolean listening;

    Contender(Store store, Duration patience) {
        this.store = store;
        this.patience = patience;
    }

    /**
     * This client's store.
     *
     * @return the store, for calls that are not to be waited for
     */
    public Store store() {
        return store;
    }

    /**
     * What this client was told unasked.
     *
     * @return the signals since it began to listen
     */
    public RecordedSignals signals() {
        return signals;
    }

    /**
     * A new claim, not sent yet: one token, a long lease, no queueing.
     *
     * @param name the lock's name
     * @return the claim
     */
    public Claim claim(String name) {
        return claim(name, StoreFixture.LEASE, 1);
    }

    /**
     * A new claim, not sent yet, which may not queue.
     *
     * @param name the lock's name
     * @param lease how long the grant is to last
     * @param tokens how many tokens it is to carry
     * @return the claim
     */
    public Claim claim(String name, Duration lease, int tokens) {
        return new Claim(
                name, new ClaimId(client, sequence.incrementAndGet()), holder(), Terms.mutex(lease, tokens), 0);
    }

    /**
     * The same claim, allowed to queue.
     *
     * @param claim any
     * @return a copy with its {@link #secret}
     */
    public static Claim patient(Claim claim) {
        return claim.withPushSecret(secret(claim.id()));
    }

    /**
     * What a pushed grant of a claim must show.
     *
     * @param claim the claim
     * @return its secret
     */
    public static long secret(ClaimId claim) {
        return 0x9E3779B97F4A7C15L * (claim.hashCode() | 1);
    }

    /**
     * What a claim of this client's shows of it.
     *
     * @return the holder
     */
    public Holder holder() {
        return new Holder(client, "contract", 1, "main", "", 0);
    }

    /**
     * Sends a claim.
     *
     * @param claim new or sent before
     * @return the outcome
     */
    public ClaimOutcome send(Claim claim) {
        return answer(store.claim(claim));
    }

    /**
     * Sends a claim that must be granted.
     *
     * @param claim new or sent before
     * @return the grant
     */
    public Grant hold(Claim claim) {
        ClaimOutcome outcome = send(claim);
        assertThat(outcome).as("the outcome of %s", claim).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }

    /**
     * Makes a claim with a long lease that must be granted.
     *
     * @param name the lock's name
     * @return the grant
     */
    public Grant hold(String name) {
        return hold(claim(name));
    }

    /**
     * Makes a claim that must find the lock taken.
     *
     * @param name the lock's name
     * @return the outcome
     */
    public ClaimOutcome.Busy isRefused(String name) {
        Claim claim = claim(name);
        ClaimOutcome outcome = send(claim);
        assertThat(outcome).as("the outcome of %s", claim).isInstanceOf(ClaimOutcome.Busy.class);
        return (ClaimOutcome.Busy) outcome;
    }

    /** Begins to listen, unless it listens already. */
    public void listen() {
        if (!listening) {
            answer(((GrantPush) store).listen(client, signals));
            listening = true;
        }
    }

    /**
     * Makes a claim that must queue.
     *
     * @param name the lock's name
     * @return the claim, which now waits
     */
    public Claim queue(String name) {
        Claim claim = Contender.patient(claim(name));
        requeue(claim);
        return claim;
    }

    /**
     * Sends a claim that must be queued.
     *
     * @param claim one that may queue
     * @return the outcome
     */
    public ClaimOutcome.Queued requeue(Claim claim) {
        listen();
        ClaimOutcome outcome = send(claim);
        assertThat(outcome).as("the outcome of %s", claim).isInstanceOf(ClaimOutcome.Queued.class);
        return (ClaimOutcome.Queued) outcome;
    }

    /**
     * Waits until a queued claim's grant was pushed.
     *
     * @param claim one that waits
     * @return the grant
     */
    public Grant awaitGrant(Claim claim) {
        return signals.awaitGrant(patience, claim.id())
                .orElseThrow(
                        () -> new AssertionError("No grant of " + claim + " was pushed; what was: " + signals.heard()));
    }

    /**
     * Waits for a signal, now or earlier.
     *
     * @param signal which
     */
    public void awaitSignal(Signal signal) {
        assertThat(signals.await(patience, signal::equals))
                .as("%s among what %s was told: %s", signal, client, signals.heard())
                .isPresent();
    }

    /**
     * Releases a grant.
     *
     * @param grant any client's
     * @return the outcome
     */
    public ReleaseOutcome release(Grant grant) {
        return answer(store.release(grant));
    }

    /**
     * Renews grants.
     *
     * @param lease how long they are to last from now
     * @param grants any number
     * @return the outcome
     */
    public RenewalOutcome renew(Duration lease, Grant... grants) {
        return answer(store.renew(
                List.of(grants).stream().map(grant -> new Renewal(grant, lease)).toList()));
    }

    /**
     * Withdraws a claim.
     *
     * @param claim any of this client's
     * @param outcomeUnknown whether it may still be on its way
     */
    public void withdraw(Claim claim, boolean outcomeUnknown) {
        answer(store.withdraw(claim, outcomeUnknown));
    }

    /**
     * Waits for an answer of this client's store.
     *
     * @param <T> what is answered
     * @param stage what answers
     * @return the answer
     */
    public <T> T answer(CompletionStage<T> stage) {
        return Eventually.answer(patience, stage);
    }

    /** Disconnects as a process that dies would: nothing is released, nothing withdrawn. */
    @Override
    public void close() {
        store.close();
    }
}
