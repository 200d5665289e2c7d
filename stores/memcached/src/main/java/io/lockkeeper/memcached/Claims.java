package io.lockkeeper.memcached;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of claims.
 *
 * <p>Whoever adds the item holds the lock. A claim that finds one there looks whose it is: its own, if the reply to an
 * earlier attempt was lost; then what is left of the lease is granted, and the item kept for that long from now on.
 */
final class Claims {

    private final Items items;
    private final Releases releases;
    private final Withdrawals withdrawals;
    private final Patience patience;
    private final Turns turns;

    Claims(Items items, Releases releases, Withdrawals withdrawals, Patience patience, Turns turns) {
        this.items = items;
        this.releases = releases;
        this.withdrawals = withdrawals;
        this.patience = patience;
        this.turns = turns;
    }

    CompletableFuture<ClaimOutcome> attempt(Claim claim) {
        try {
            Expiry.check(claim.lease());
        } catch (IllegalArgumentException tooLong) {
            return CompletableFuture.failedFuture(tooLong);
        }
        long courtesy = withdrawals.isUnanswered(claim.id()) ? 0 : turns.courtesy(claim.name(), System.nanoTime());
        // A refusal would say of a lock that may be free that it is held.
        return courtesy == 0 ? ask(claim) : items.pause(courtesy).thenCompose(over -> ask(claim));
    }

    private CompletableFuture<ClaimOutcome> ask(Claim claim) {
        if (withdrawals.refuses(claim.id())) {
            return done(new ClaimOutcome.Withdrawn());
        }
        return add(claim, true)
                .whenComplete((outcome, failure) -> withdrawals.noteIfUnanswered(claim, failure))
                .thenCompose(outcome -> obeyed(claim, outcome));
    }

    /** A withdrawal that came between two requests of this attempt may have found nothing yet. */
    private CompletableFuture<ClaimOutcome> obeyed(Claim claim, ClaimOutcome outcome) {
        if (outcome instanceof ClaimOutcome.Granted && withdrawals.refuses(claim.id())) {
            return releases.release(claim.name(), claim.id())
                    .whenComplete((deleted, failure) -> withdrawals.lookAgainIfFailed(claim, failure))
                    .thenApply(deleted -> new ClaimOutcome.Withdrawn());
        }
        return done(outcome);
    }

    private CompletableFuture<ClaimOutcome> add(Claim claim, boolean onceMore) {
        long lease = claim.lease().toNanos();
        long sent = System.nanoTime();
        return items.add(Item.of(claim, Lifetime.of(lease, sent)))
                .thenCompose(stored -> stored ? done(granted(claim, lease, sent)) : refused(claim, onceMore));
    }

    private CompletableFuture<ClaimOutcome> refused(Claim claim, boolean onceMore) {
        if (!withdrawals.isUnanswered(claim.id())) {
            Holder seen = patience.holderSeenBy(claim.id(), System.nanoTime());
            if (seen != null) {
                return busy(claim, seen);
            }
        }
        return look(claim, onceMore);
    }

    private CompletableFuture<ClaimOutcome> look(Claim claim, boolean onceMore) {
        AtomicBoolean mayAdd = new AtomicBoolean(onceMore);
        return Items.settled(
                claim.name(),
                () -> items.read(claim.name()).thenCompose(found -> {
                    if (found.isEmpty()) {
                        return (mayAdd.get() ? add(claim, false) : busy(claim, null)).thenApply(Optional::of);
                    }
                    Item item = found.get().of(claim.name(), claim.id());
                    if (item != null) {
                        mayAdd.set(true); // Should it be gone by the time that it is read anew.
                        return own(claim, found.get(), item);
                    }
                    Holder holder =
                            found.get().holding(claim.name(), items.failures()).holder();
                    patience.sees(claim.id(), holder, System.nanoTime());
                    return busy(claim, holder).thenApply(Optional::of);
                }));
    }

    private CompletableFuture<Optional<ClaimOutcome>> own(Claim claim, Found found, Item item) {
        long sent = System.nanoTime();
        long left = item.life().left(sent);
        // Nobody else can have had it since: what is over may begin anew.
        long lease = left > 0 ? left : claim.lease().toNanos();
        return items.swap(found, item.lasting(lease, sent))
                .thenApply(change ->
                        change == Items.Change.MADE ? Optional.of(granted(claim, lease, sent)) : Optional.empty());
    }

    /** The numbers that stand for tokens follow from the claim, so that its copies get the same. */
    private ClaimOutcome granted(Claim claim, long lease, long sent) {
        giveUpWaiting(claim);
        long first = claim.id().sequence() << 16;
        return new ClaimOutcome.Granted(new Grant(
                claim.name(),
                claim.id(),
                new Tokens(first, first + claim.tokens() - 1),
                new Remaining(lease, sent),
                false));
    }

    private CompletableFuture<ClaimOutcome> busy(Claim claim, @Nullable Holder holder) {
        Patience.Place place = patience.refused(claim.id(), System.nanoTime());
        if (place == Patience.Place.AS_IT_IS) {
            return done(new ClaimOutcome.Busy(holder, patience.pause(claim.id())));
        }
        return items.beNext(claim.name(), claim.id(), place == Patience.Place.KEPT)
                .handle((next, failure) -> {
                    // If that was not answered, it is as good as not being the next: the claim was, and waits on.
                    boolean isNext = failure == null && next;
                    if (!patience.placed(claim.id(), isNext, System.nanoTime()) && isNext) {
                        items.forgetNext(claim.name()); // It was given up meanwhile.
                    }
                    return new ClaimOutcome.Busy(holder, patience.pause(claim.id()));
                });
    }

    /** Leaves the line, if the claim stands in it. */
    void giveUpWaiting(Claim claim) {
        if (patience.forget(claim.id())) {
            items.forgetNext(claim.name());
        }
    }

    private static CompletableFuture<ClaimOutcome> done(ClaimOutcome outcome) {
        return CompletableFuture.completedFuture(outcome);
    }
}
