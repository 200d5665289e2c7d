package io.lockkeeper.memcached;

import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * How often a claim that is refused asks again, and what it knows meanwhile.
 *
 * <p>The first time after 5 ms, then later and later up to 100 ms. Who is next in line asks every 5 ms at first and every
 * 20 ms in the end, so that hand-overs are prompt, and what they cost does not grow with those who wait. Who holds the
 * lock costs a request of its own, so it is asked at the first refusal and again when the answer is a second old.
 */
final class Patience {

    private static final long FIRST_NANOS = 5_000_000;
    private static final long LONGEST_NANOS = 100_000_000;
    private static final long LONGEST_OF_NEXT_NANOS = 20_000_000;
    private static final long SLOWER_OF_NEXT_NANOS = 50_000;
    private static final long FRESH_NANOS = 1_000_000_000;
    private static final long PLACE_NANOS = 500_000_000;

    private final Recent<ClaimId, Wait> waits = new Recent<>();

    /** What a claim waited for until now. */
    private record Wait(int refusals, @Nullable Holder holder, long seen, boolean next, long placed) {

        static final Wait NONE = new Wait(0, null, 0, false, 0);
    }

    /** What a claim does about its place in the line. */
    enum Place {
        /** It tries only once, or has just seen to it. */
        AS_IT_IS,
        /** It tries to be the next. */
        WANTED,
        /** It is the next, and says so again, since such a word is forgotten soon. */
        KEPT
    }

    /** Who held the lock a moment ago; null if that is to be asked. */
    @Nullable
    Holder holderSeenBy(ClaimId claim, long now) {
        Wait wait = waits.get(claim);
        return wait == null || now - wait.seen() >= FRESH_NANOS ? null : wait.holder();
    }

    /** Takes note of who holds the lock. */
    void sees(ClaimId claim, Holder holder, long now) {
        change(claim, wait -> new Wait(wait.refusals(), holder, now, wait.next(), wait.placed()));
    }

    /** Takes note of a refusal. A claim that is refused twice really waits; one that only tried is not to be waited for. */
    Place refused(ClaimId claim, long now) {
        Wait wait =
                change(claim, old -> new Wait(old.refusals() + 1, old.holder(), old.seen(), old.next(), old.placed()));
        if (wait.refusals() < 2 || (wait.next() && now - wait.placed() < PLACE_NANOS)) {
            return Place.AS_IT_IS;
        }
        return wait.next() ? Place.KEPT : Place.WANTED;
    }

    /** Takes note of whether a claim is the next in line. False if it does not wait any more. */
    boolean placed(ClaimId claim, boolean next, long now) {
        Wait wait = waits.get(claim);
        if (wait != null) {
            waits.put(claim, new Wait(wait.refusals(), wait.holder(), wait.seen(), next, now));
        }
        return wait != null;
    }

    /** When to ask again. */
    Duration pause(ClaimId claim) {
        Wait wait = waits.get(claim);
        if (wait == null) {
            return Duration.ofNanos(FIRST_NANOS);
        }
        return Duration.ofNanos(
                wait.next()
                        ? Math.min(LONGEST_OF_NEXT_NANOS, FIRST_NANOS + SLOWER_OF_NEXT_NANOS * wait.refusals())
                        : Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(Math.max(wait.refusals() - 1, 0), 10)));
    }

    /** Forgets a claim that was granted or given up. Whether it was the next in line. */
    boolean forget(ClaimId claim) {
        Wait wait = waits.remove(claim);
        return wait != null && wait.next();
    }

    /** One claim is asked for at a time, but for copies, and of those any may count. */
    private Wait change(ClaimId claim, UnaryOperator<Wait> change) {
        Wait old = waits.get(claim);
        Wait wait = change.apply(old == null ? Wait.NONE : old);
        waits.put(claim, wait);
        return wait;
    }
}
