package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Where statements are sent, and with it, which attempts can be made again. */
interface Session {

    <R> R run(Retries retries, Step<R> step, Rounds.Ending<R> conflict) throws SQLException, InterruptedException;

    /** One attempt: its result, or nothing if somebody else was first. */
    @FunctionalInterface
    interface Step<R> {
        Optional<R> on(Connection connection, int number) throws SQLException;
    }
}
