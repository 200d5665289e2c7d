package io.lockkeeper.optimistic;

import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;

/**
 * Optimistic updates whose statements somebody else sends: Spring's {@code JdbcClient}, JPA, jOOQ. Immutable; as
 * thread-safe as the functions it is given.
 *
 * <p><strong>Transactions.</strong> A retry only makes sense where it sees what others did meanwhile. So each call of a
 * function must be a transaction of its own (no {@code @Transactional} around all of it), or all of them run in one
 * transaction at {@code READ COMMITTED}. At {@code REPEATABLE READ} or {@code SERIALIZABLE} the transaction as a whole has
 * to be tried again: that is {@link #inTransactions(Transaction)}. Pauses hold on to whatever the caller holds, so leave
 * connections and locks outside.
 *
 * <p><strong>Errors.</strong> Exceptions that count as a conflict are tried again; none does until {@link
 * #countingAsConflict} says so. All others end it at once and reach the caller unchanged; whether that attempt was
 * written is as unknown as after any failed statement. More than one row updated is an {@link IllegalStateException}.
 * Interruption ends a pause; the attempts before it wrote nothing.
 */
public final class OptimisticUpdate {

    private final Rounds rounds;

    private OptimisticUpdate(Rounds rounds) {
        this.rounds = rounds;
    }

    /**
     * Updates that are tried so often.
     *
     * @param retries how often and with which pauses
     * @return the means to update
     */
    public static OptimisticUpdate with(Retries retries) {
        return new OptimisticUpdate(new Rounds(retries, Conflicts.none()));
    }

    /**
     * Says which exceptions are a conflict, in place of what was said before. Only where each attempt is a transaction of
     * its own: PostgreSQL refuses all that follows a failure in the same one.
     *
     * @param conflicts for example {@link Conflicts#ofType} or {@link Conflicts#inSql}; joined with {@code or}
     * @return a copy
     */
    public OptimisticUpdate countingAsConflict(Predicate<? super Exception> conflicts) {
        return new OptimisticUpdate(new Rounds(rounds.retries(), conflicts));
    }

    /**
     * Updates by version: reads, computes, writes if the version is still the one that was read, and if not, begins again.
     *
     * @param <T> the value's type
     * @param <X> how the functions fail
     * @param look reads the value and its version
     * @param change computes the new value, once an attempt; if it throws, nothing is written
     * @param write writes it and adds one to the version
     * @return the value and its new version, or why there are none
     * @throws X what the functions throw, unless it is a conflict
     * @throws InterruptedException if interrupted between two attempts
     */
    public <T, X extends Exception> VersionOutcome<Versioned<T>> byVersion(
            Look<Versioned<T>, X> look, UnaryOperator<T> change, VersionedWrite<T, X> write)
            throws X, InterruptedException {
        return rounds.run(
                number -> Decisions.byVersion(
                        look, change, write, number, number == rounds.retries().attempts()),
                VersionOutcome.Conflict::new);
    }

    /**
     * Updates by condition: takes an amount if there is as much. A refusal is not tried again; one look says why.
     *
     * @param <X> how the functions fail
     * @param amount how much is taken, 1 or more
     * @param write {@code UPDATE … SET n = n - amount WHERE id = ? AND n >= amount}
     * @param look reads how much there is
     * @return whether it was taken
     * @throws X what the functions throw, unless it is a conflict
     * @throws InterruptedException if interrupted between two attempts
     */
    public <X extends Exception> CounterOutcome byCondition(long amount, GuardedWrite<X> write, Look<Long, X> look)
            throws X, InterruptedException {
        Decisions.checkAmount(amount);
        return rounds.run(number -> Decisions.byCondition(amount, write, look, number), CounterOutcome.Conflict::new);
    }

    /**
     * Updates by fencing token: writes if the row has seen no greater one. A refusal is not tried again.
     *
     * @param <X> how the functions fail
     * @param token the token of the lock under which the writing is done
     * @param write {@code UPDATE … SET …, fence = token WHERE id = ? AND fence <= token}
     * @param look reads the greatest token that the row has seen
     * @return whether it was written
     * @throws X what the functions throw, unless it is a conflict
     * @throws InterruptedException if interrupted between two attempts
     */
    public <X extends Exception> FenceOutcome byFence(long token, GuardedWrite<X> write, Look<Long, X> look)
            throws X, InterruptedException {
        return rounds.run(number -> Decisions.byFence(token, write, look, number), FenceOutcome.Conflict::new);
    }

    /**
     * Runs a whole transaction, and if it ends in a conflict, runs it again: for JPA, whose versions show as exceptions at
     * commit. Each run needs an {@code EntityManager} of its own, for an old one remembers what it read.
     *
     * @param <T> what was written
     * @param <X> how it fails
     * @param transaction begins, reads, writes and commits; empty if there was nothing to write to
     * @return what the transaction returned, or why there is nothing
     * @throws X what the transaction throws, unless it is a conflict
     * @throws InterruptedException if interrupted between two attempts
     */
    public <T, X extends Exception> VersionOutcome<T> inTransactions(Transaction<T, X> transaction)
            throws X, InterruptedException {
        return rounds.run(number -> Optional.of(outcome(transaction.run(), number)), VersionOutcome.Conflict::new);
    }

    /**
     * Runs work in a transaction of its own, and if it ends in a conflict, runs it again. What {@link Conflicts#inSql}
     * names is a conflict here in any case, at commit as well.
     *
     * @param <T> what was written
     * @param source gives a connection for each attempt; not one that takes part in a transaction around it
     * @param work reads and writes; empty if there was nothing to write to, which commits, too
     * @return what the work returned, or why there is nothing
     * @throws SQLException what the work throws, unless it is a conflict; the transaction is rolled back
     * @throws InterruptedException if interrupted between two attempts
     */
    public <T> VersionOutcome<T> inTransactions(DataSource source, Work<Optional<T>> work)
            throws SQLException, InterruptedException {
        Predicate<Exception> either =
                failure -> Conflicts.inSql().test(failure) || rounds.conflicts().test(failure);
        return new Rounds(rounds.retries(), either)
                .run(
                        number -> Optional.of(outcome(OwnTransaction.run(source, work), number)),
                        VersionOutcome.Conflict::new);
    }

    private static <T> VersionOutcome<T> outcome(Optional<T> written, int number) {
        return written.<VersionOutcome<T>>map(value -> new VersionOutcome.Updated<>(value, number))
                .orElseGet(VersionOutcome.Gone::new);
    }
}
