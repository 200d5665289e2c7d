package io.lockkeeper.databasesale;

import io.lockkeeper.jdbc.JdbcStore;
import io.lockkeeper.jdbc.RowLock;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** A lock that is taken in the transaction and ends with it, for work that is one transaction. */
final class WithRowLock implements Till {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    private final Stock stock;
    private final RowLock rows = RowLock.create();

    WithRowLock(Stock stock) {
        this.stock = stock;
        JdbcStore.connect(StoreAddress.parse(stock.url())).close(); // Makes the tables.
    }

    @Override
    public boolean sell(int article, int items) throws SQLException {
        try (Connection connection = stock.source().getConnection()) {
            connection.setAutoCommit(false);
            try {
                rows.lock(connection, "stock:" + article, LONGEST_WAIT);
                int left = Stock.left(connection, article);
                if (left >= items) {
                    Stock.write(connection, article, left - items);
                }
                connection.commit();
                return left >= items;
            } catch (SQLException | RuntimeException failure) {
                connection.rollback();
                throw failure;
            }
        }
    }
}
