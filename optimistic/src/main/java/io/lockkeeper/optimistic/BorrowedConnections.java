package io.lockkeeper.optimistic;

import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A connection for each attempt, on which each statement is a transaction of its own: it sees all that was committed
 * before, at any isolation, and holds the row no longer than it must. No connection is held during a pause.
 *
 * @param source where they come from
 */
record BorrowedConnections(DataSource source) implements Session {

    @Override
    public <R> R run(Retries retries, Step<R> step, Rounds.Ending<R> conflict)
            throws SQLException, InterruptedException {
        Rounds rounds = new Rounds(retries, Conflicts.inSql());
        return rounds.run(
                number -> OwnTransaction.eachStatement(source, connection -> step.on(connection, number)), conflict);
    }
}
