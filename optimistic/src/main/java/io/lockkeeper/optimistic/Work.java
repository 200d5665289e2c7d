package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * What is done with a connection.
 *
 * @param <R> what comes of it
 */
@FunctionalInterface
public interface Work<R> {

    /**
     * Does it.
     *
     * @param connection to be neither closed nor committed
     * @return what came of it
     * @throws SQLException if the database refuses
     */
    R on(Connection connection) throws SQLException;
}
