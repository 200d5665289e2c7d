package io.lockkeeper.memcached;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.Purpose;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store over one memcached 1.6 for locks that save work and protect nothing.
 *
 * <p>Safe for use by many threads; has one of its own.
 */
public final class MemcachedStore implements Store, AdjustableLease, Revocation, Recall {

    private static final String LEASES =
            "A lease can end while its holder is paused, and memcached forgets its locks when"
                    + " it is restarted or flushed, or when its memory is short";

    private static final Guarantees GUARANTEES = new Guarantees(
            "one memcached",
            Guarantees.Reach.NETWORK,
            Guarantees.Expiry.STORE_CLOCK,
            Guarantees.Order.POLLED,
            Guarantees.Tokens.NONE,
            "Locks outlive every client, but no restart of the server, no flush, and no eviction when its memory is short.",
            Map.of(
                    Purpose.FENCED,
                    "memcached keeps no counter that survives a restart, so it gives no fencing tokens; use a store that"
                            + " does, such as Redis or a database.",
                    Purpose.CORRECTNESS,
                    LEASES + "; use a store that keeps its data, and let the resource check its fencing tokens."));

    private final Link link;
    private final Items items;
    private final Releases releases;
    private final Withdrawals withdrawals;
    private final Claims claims;
    private final Renewals renewals;
    private final Recalls recalls;

    private MemcachedStore(MemcachedAddress address) {
        link = new Link(address);
        items = new Items(link, Keys.under(address.prefix()));
        Turns turns = new Turns();
        releases = new Releases(items, turns);
        withdrawals = new Withdrawals(link, releases);
        claims = new Claims(items, releases, withdrawals, new Patience(), turns);
        renewals = new Renewals(items);
        recalls = new Recalls(items);
    }

    /**
     * Connects to the server that a URL names.
     *
     * @param address {@code memcached://[user:password@]host[:port]} or {@code memcacheds://…}, with the parameters
     *     {@code prefix} (what all keys begin with) and {@code timeout} (for a connection, and for each answer; 2 s), and
     *     for TLS {@code verify} (full or ca) and {@code cacert} (a PEM file)
     * @return the store, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed
     * @throws io.lockkeeper.StoreUnavailableException if the server can't be reached
     * @throws IllegalStateException if the server refuses the user
     */
    public static MemcachedStore connect(StoreAddress address) {
        return new MemcachedStore(MemcachedAddress.parse(address));
    }

    @Override
    public Guarantees guarantees() {
        return GUARANTEES;
    }

    @Override
    public CompletionStage<ClaimOutcome> claim(Claim claim) {
        return claims.attempt(claim);
    }

    @Override
    public CompletionStage<RenewalOutcome> renew(Collection<Renewal> due) {
        return renewals.renew(due);
    }

    @Override
    public CompletionStage<ReleaseOutcome> release(Grant grant) {
        return releases.release(grant.name(), grant.claim())
                .thenApply(deleted -> deleted ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotHeld());
    }

    @Override
    public CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        claims.giveUpWaiting(claim);
        return withdrawals.withdraw(claim, outcomeUnknown).thenAccept(deleted -> {});
    }

    /**
     * {@inheritDoc}
     *
     * <p>As any lease here, it lasts for at least that long, by this side's clock; memcached, which counts whole seconds, frees the
     * lock up to 3.25 s later, and by what {@link Pulse} adds for a server that may have stood still, up to a third of the lease
     * or a second.
     */
    @Override
    public CompletionStage<Boolean> setLease(Grant grant, Duration lease) {
        try {
            Expiry.check(lease);
        } catch (IllegalArgumentException tooLong) {
            return CompletableFuture.failedFuture(tooLong);
        }
        return renewals.set(grant, lease);
    }

    /** How long it is still held is not told: memcached's text protocol doesn't say when an item ends. */
    @Override
    public CompletionStage<Optional<LockStatus>> inspect(String name) {
        return items.read(name)
                .thenApply(read ->
                        read.map(found -> LockStatus.held(name, found.holding(name, link.failures()), List.of())));
    }

    @Override
    public CompletionStage<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return Items.settled(
                name,
                () -> items.read(name).thenCompose(read -> {
                    if (read.isEmpty()) {
                        return CompletableFuture.completedFuture(Optional.of(Optional.<Holder>empty()));
                    }
                    Holding current = read.get().holding(name, link.failures());
                    if (only != null && !only.isSameGrant(current)) {
                        return CompletableFuture.completedFuture(Optional.of(Optional.<Holder>empty()));
                    }
                    return items.delete(read.get())
                            .thenApply(change -> change.answer(Optional.of(current.holder()), Optional.empty()));
                }));
    }

    @Override
    public CompletionStage<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return recalls.recall(name, only);
    }

    @Override
    public CompletionStage<Boolean> isRecalled(Grant grant) {
        return recalls.isRecalled(grant);
    }

    @Override
    public void close() {
        link.close();
    }
}
