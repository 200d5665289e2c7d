package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.Courses;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.FaultyStore;
import io.lockkeeper.faults.Request;
import io.lockkeeper.faults.Script;
import io.lockkeeper.memory.MemorySpace;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Environment;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What comes unasked is believed as far as the store confirms it, and is not lost if it comes early. */
class HintsTest {

    private final ManualTime time = new ManualTime();
    private final MemorySpace space = new MemorySpace(time);
    private final AtomicReference<@Nullable Signals> ear = new AtomicReference<>();
    private final Script requests = new Script();
    private final LockClient rival = start(1, new FaultyStore(space.connect(), kind -> Fate.FINE, signals -> signals));
    private final LockClient client = start(2, listening(requests));

    private FaultyStore listening(Courses courses) {
        return new FaultyStore(space.connect(), courses, signals -> {
            ear.set(signals);
            return signals;
        });
    }

    private LockClient start(int seed, FaultyStore store) {
        LocalRuns bounds = new LocalRuns(2, Duration.ZERO, Duration.ofMillis(500));
        return Engine.load()
                .start(
                        store,
                        ClientOptions.defaults().withLocalRuns(bounds),
                        new Environment(time, time, new SplittableRandom(seed), Runnable::run));
    }

    @AfterEach
    void close() {
        client.close();
        rival.close();
    }

    /** What the client hears by. */
    private Signals heard() {
        return Objects.requireNonNull(ear.get(), "It listens from its first wait on.");
    }

    private ClaimId claimOf(int sequence) {
        Lease any = client.lock("other").tryAcquire().orElseThrow();
        String id = any.id().client();
        any.close();
        return new ClaimId(id, sequence);
    }

    @Test
    void aForgedGrantIsNotBelieved() {
        Lease held = rival.lock("a").tryAcquire().orElseThrow();
        CompletableFuture<Lease> waits = client.lock("a").acquireAsync();
        time.advance(Duration.ofMillis(200));
        for (int sequence = 1; sequence < 9; sequence++) {
            Grant forged = new Grant(
                    "a",
                    claimOf(sequence),
                    new Tokens(999_999, 999_999),
                    new Remaining(Duration.ofHours(1).toNanos(), time.nanos()),
                    false);
            heard().granted(forged, 1);
            heard().granted(forged, 0);
        }
        assertThat(waits).isNotDone();
        held.close();
        assertThat(waits.join().token()).isLessThan(999_999);
    }

    @Test
    void aForgedGrantDoesNotEndWhatWasLeftToOthers() {
        Lease lease = client.lock("a").tryAcquire().orElseThrow();
        LeaseId id = lease.id();
        lease.letExpire();
        assertThat(rival.extend(id, Duration.ofHours(1))).isTrue();
        CompletableFuture<Lease> listens = client.lock("a").acquireAsync();
        time.advance(Duration.ofMinutes(2));
        Grant forged = new Grant(
                "a",
                new ClaimId(id.client(), id.sequence()),
                new Tokens(id.firstToken(), id.lastToken()),
                new Remaining(Duration.ofHours(1).toNanos(), time.nanos()),
                false);
        heard().granted(forged, 1);
        assertThat(rival.lock("a").tryAcquire()).isEmpty();
        assertThat(listens).isNotDone();
    }

    @Test
    void aLossThatAMessageTellsIsBelievedWhenTheStoreConfirmsIt() {
        List<LeaseLoss> told = new ArrayList<>();
        CompletableFuture<Lease> unused = client.lock("warm-up").acquireAsync();
        Lease lease = client.lock("a").tryAcquire().orElseThrow().onLost(told::add);
        ClaimId claim = new ClaimId(lease.id().client(), lease.id().sequence());
        rival.lock("b").tryAcquire();
        CompletableFuture<Lease> listens = client.lock("b").acquireAsync();
        int asked = requests.sent(Request.RENEW);

        heard().mayBeLost("a", claim, LeaseLoss.Reason.REVOKED);
        time.advance(Duration.ofMillis(1));
        assertThat(lease.isHeld()).as("it was a lie").isTrue();
        assertThat(requests.sent(Request.RENEW)).isEqualTo(asked + 1);

        assertThat(rival.release(lease.id())).isTrue();
        heard().mayBeLost("a", claim, LeaseLoss.Reason.REVOKED);
        time.advance(Duration.ofMillis(1));
        assertThat(lease.isHeld()).isFalse();
        assertThat(told).singleElement().extracting(LeaseLoss::reason).isEqualTo(LeaseLoss.Reason.REVOKED);
        listens.cancel(false);
    }

    @Test
    void thatOthersWaitIsNotForgottenThoughItIsToldBeforeTheGrantsReply() {
        Lease listens = rival.lock("warm-up").tryAcquire().orElseThrow();
        CompletableFuture<Lease> heardOf = client.lock("warm-up").acquireAsync();
        listens.close();
        heardOf.join();

        Delayed claim = requests.delayNext(Request.CLAIM);
        List<CompletableFuture<Lease>> local = new ArrayList<>();
        for (int number = 0; number < 6; number++) {
            local.add(client.lock("a").acquireAsync());
        }
        claim.arrive();
        CompletableFuture<Lease> foreign = rival.lock("a").acquireAsync();
        heard().contended("a");
        claim.answer();
        int turns = 0;
        while (!foreign.isDone() && turns < local.size()) {
            local.get(turns).join().close();
            turns++;
        }
        assertThat(turns).as("a run is two holders").isEqualTo(2);
    }

    @Test
    void aGrantThatIsAnsweredAfterItsClaimWasGivenUpGoesBack() {
        Delayed claim = requests.delayNext(Request.CLAIM);
        Delayed withdrawal = requests.delayNext(Request.WITHDRAW);
        CompletableFuture<Lease> asked = client.lock("a").acquireAsync();
        asked.cancel(false);
        withdrawal.arriveAndAnswer();
        // A store that forgot the withdrawal, and grants the late claim.
        Lease other = rival.lock("a").tryAcquire().orElseThrow();
        other.close();
        claim.arriveAndAnswer();
        assertThat(rival.lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aClaimThatWasMadeBeforeItsClientListensTakesNoPushedGrant() {
        Lease held = rival.lock("a").tryAcquire().orElseThrow();
        Delayed listen = requests.delayNext(Request.LISTEN);
        CompletableFuture<Lease> waits = client.lock("a").acquireAsync();
        listen.arrive();
        for (int sequence = 1; sequence < 9; sequence++) {
            heard().granted(grantOf("a", sequence), 0);
        }
        listen.answer();
        time.advance(Duration.ofSeconds(1));
        assertThat(waits).isNotDone();
        held.close();
        assertThat(waits.join().token()).isLessThan(999_999);
    }

    private Grant grantOf(String name, int sequence) {
        return new Grant(
                name,
                claimOf(sequence),
                new Tokens(999_999, 999_999),
                new Remaining(Duration.ofHours(1).toNanos(), time.nanos()),
                false);
    }

    @Test
    void aGrantOfAClaimThatWasNeverMadeIsNotWithdrawn() {
        Lease held = rival.lock("a").tryAcquire().orElseThrow();
        CompletableFuture<Lease> waits = client.lock("a").acquireAsync();
        time.advance(Duration.ofMillis(200));
        int before = requests.sent(Request.WITHDRAW);
        heard().granted(grantOf("a", 1_000_000), 7);
        heard().granted(grantOf("c", 1_000_000), 7);
        assertThat(requests.sent(Request.WITHDRAW)).isEqualTo(before);
        held.close();
        waits.join().close();
    }

    @Test
    void aFixedLeaseIsAskedAboutWhenAMessageSaysThatItIsLost() {
        List<LeaseLoss> told = new ArrayList<>();
        Lease listens = rival.lock("warm-up").tryAcquire().orElseThrow();
        CompletableFuture<Lease> heardOf = client.lock("warm-up").acquireAsync();
        listens.close();
        heardOf.join();
        Lease lease = client.lock("a", LockOptions.defaults().withFixedLease(Duration.ofHours(1)))
                .tryAcquire()
                .orElseThrow()
                .onLost(told::add);
        ClaimId claim = new ClaimId(lease.id().client(), lease.id().sequence());
        heard().mayBeLost("a", claim, LeaseLoss.Reason.REVOKED);
        time.advance(Duration.ofSeconds(1));
        assertThat(lease.isHeld()).as("the message was forged").isTrue();
        rival.release(lease.id());
        heard().mayBeLost("a", claim, LeaseLoss.Reason.REVOKED);
        time.advance(Duration.ofSeconds(1));
        assertThat(lease.isHeld()).isFalse();
        assertThat(told).singleElement().extracting(LeaseLoss::reason).isEqualTo(LeaseLoss.Reason.REVOKED);
    }

    @Test
    void aRenewalThatWasSentBeforeTheMessageDoesNotRefuteIt() {
        Lease listens = rival.lock("warm-up").tryAcquire().orElseThrow();
        CompletableFuture<Lease> heardOf = client.lock("warm-up").acquireAsync();
        listens.close();
        heardOf.join();
        Lease lease = client.lock("a").tryAcquire().orElseThrow();
        ClaimId claim = new ClaimId(lease.id().client(), lease.id().sequence());
        Delayed renewal = requests.delayNext(Request.RENEW);
        time.advance(Duration.ofSeconds(10));
        renewal.arrive();
        time.advance(Duration.ofMillis(10));
        rival.release(lease.id());
        Delayed asks = requests.delayNext(Request.RENEW);
        heard().mayBeLost("a", claim, LeaseLoss.Reason.REVOKED);
        renewal.answer();
        time.advance(Duration.ofMillis(10));
        assertThat(asks.isSent()).isTrue();
        asks.arriveAndAnswer();
        assertThat(lease.isHeld()).isFalse();
    }

    @Test
    void aGrantThatWasTakenAwayBeforeItsReplyIsAskedForAgain() {
        Lease held = rival.lock("warm-up").tryAcquire().orElseThrow();
        CompletableFuture<Lease> heardOf = client.lock("warm-up").acquireAsync();
        held.close();
        Lease before = heardOf.join();
        ClaimId last = new ClaimId(before.id().client(), before.id().sequence());
        Delayed claim = requests.delayNext(Request.CLAIM);
        CompletableFuture<Lease> waits = client.lock("a").acquireAsync();
        claim.arrive();
        ClaimId own = new ClaimId(last.client(), last.sequence() + 1);
        // An operator takes it away, somebody else gets it, and that is told before the reply.
        rival.forceRelease().orElseThrow().forceRelease("a");
        Lease others = rival.lock("a").tryAcquire().orElseThrow();
        heard().lost("a", own, LeaseLoss.Reason.REVOKED);
        claim.answer();
        assertThat(waits).isNotDone();
        others.close();
        time.advance(Duration.ofSeconds(1));
        assertThat(waits.join().token()).isGreaterThan(others.token());
    }
}
