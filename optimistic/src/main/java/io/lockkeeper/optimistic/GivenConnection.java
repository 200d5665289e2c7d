package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The caller's connection. Within a transaction no failed statement is sent again, for PostgreSQL refuses all that
 * follows it; and where the transaction sees the past only, nothing is, for it would read the same again.
 *
 * @param connection neither closed nor committed
 */
record GivenConnection(Connection connection) implements Session {

    @Override
    public <R> R run(Retries retries, Step<R> step, Rounds.Ending<R> conflict)
            throws SQLException, InterruptedException {
        boolean eachStatementCommits = connection.getAutoCommit();
        Predicate<Throwable> conflicts = eachStatementCommits ? Conflicts.inSql() : Conflicts.none();
        return new Rounds(retries, conflicts)
                .run(
                        number -> {
                            Optional<R> result = step.on(connection, number);
                            return result.isPresent() || eachStatementCommits || seesOthers()
                                    ? result
                                    : Optional.of(conflict.after(number, Optional.empty()));
                        },
                        conflict);
    }

    /** Asked after a lost attempt only: it may cost a round trip. */
    private boolean seesOthers() throws SQLException {
        return connection.getTransactionIsolation() <= Connection.TRANSACTION_READ_COMMITTED;
    }
}
