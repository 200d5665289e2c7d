package io.lockkeeper.optimistic;

import java.sql.Connection;
import java.sql.SQLException;

/** Something that must be so on every database. */
interface OnDatabase {

    Bank bank();

    /** Runs work in a transaction at a level of isolation, and rolls it back. */
    default Object rolledBack(int isolation, Deed deed) throws Exception {
        try (Connection connection = bank().source().getConnection()) {
            connection.setTransactionIsolation(isolation);
            connection.setAutoCommit(false);
            try {
                return deed.on(connection);
            } finally {
                connection.rollback();
            }
        }
    }

    /** What is done in a transaction. */
    @FunctionalInterface
    interface Deed {
        Object on(Connection connection) throws SQLException, InterruptedException;
    }
}
