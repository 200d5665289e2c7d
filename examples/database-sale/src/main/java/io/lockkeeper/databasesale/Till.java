package io.lockkeeper.databasesale;

import java.sql.SQLException;

/** A way to sell. Used by many threads. */
interface Till extends AutoCloseable {

    /**
     * Sells so many items, if there are as many.
     *
     * @return whether they were sold
     */
    boolean sell(int article, int items) throws SQLException, InterruptedException;

    @Override
    default void close() {}
}
