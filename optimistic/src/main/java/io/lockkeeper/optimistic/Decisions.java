package io.lockkeeper.optimistic;

import java.util.Optional;
import java.util.function.UnaryOperator;

/** What one attempt of each kind does and what follows from it; nothing if it was lost and should be made again. */
final class Decisions {

    private Decisions() {}

    /** Reads, computes, writes. Whether the row is gone the next attempt sees; the last one has to look itself. */
    static <T, X extends Exception> Optional<VersionOutcome<Versioned<T>>> byVersion(
            Look<Versioned<T>, X> look, UnaryOperator<T> change, VersionedWrite<T, X> write, int number, boolean last)
            throws X {
        Optional<Versioned<T>> found = look.look();
        if (found.isEmpty()) {
            return Optional.of(new VersionOutcome.Gone<>());
        }
        long seen = found.get().version();
        T next = change.apply(found.get().value());
        if (isWritten(write.write(next, seen))) {
            return Optional.of(new VersionOutcome.Updated<>(new Versioned<>(next, seen + 1), number));
        }
        return last && look.look().isEmpty() ? Optional.of(new VersionOutcome.Gone<>()) : Optional.empty();
    }

    /** Writes; if that is refused, one look says why. That there is enough after all is a lost attempt: it was refilled. */
    static <X extends Exception> Optional<CounterOutcome> byCondition(
            long amount, GuardedWrite<X> write, Look<Long, X> look, int number) throws X {
        if (isWritten(write.write())) {
            return Optional.of(new CounterOutcome.Updated(number));
        }
        Optional<Long> available = look.look();
        if (available.isEmpty()) {
            return Optional.of(new CounterOutcome.Gone());
        }
        return available.filter(found -> found < amount).map(CounterOutcome.NotEnough::new);
    }

    /** Writes; if that is refused, one look says why. That no greater token was seen is a lost attempt: the row is a new one. */
    static <X extends Exception> Optional<FenceOutcome> byFence(
            long token, GuardedWrite<X> write, Look<Long, X> look, int number) throws X {
        if (isWritten(write.write())) {
            return Optional.of(new FenceOutcome.Updated(number));
        }
        Optional<Long> seen = look.look();
        if (seen.isEmpty()) {
            return Optional.of(new FenceOutcome.Gone());
        }
        return seen.filter(found -> found > token).map(FenceOutcome.Stale::new);
    }

    private static boolean isWritten(int rows) {
        if (rows < 0 || rows > 1) {
            throw new IllegalStateException(
                    "An update of one row matched " + rows + ". The column that identifies rows must be unique.");
        }
        return rows == 1;
    }

    static void checkAmount(long amount) {
        if (amount < 1) {
            throw new IllegalArgumentException("An amount to take is 1 or more; this one: " + amount);
        }
    }
}
