package io.lockkeeper.databasesale;

import java.sql.Connection;
import java.sql.SQLException;

/** Reads, and writes what it computed: two that do so at once sell the same items. */
record WithoutLock(Stock stock) implements Till {

    @Override
    public boolean sell(int article, int items) throws SQLException {
        try (Connection connection = stock.source().getConnection()) {
            int left = Stock.left(connection, article);
            if (left < items) {
                return false;
            }
            Stock.write(connection, article, left - items);
            return true;
        }
    }
}
