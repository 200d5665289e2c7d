package io.lockkeeper.examples;

import io.lockkeeper.optimistic.CounterColumn;
import io.lockkeeper.optimistic.CounterOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcConnectionPool;

/** A conditional update: four items in stock, orders for three and for two. A single statement decides, and nothing is oversold. */
public final class UpdateByCondition {
    private UpdateByCondition() {}

    /** Runs the example. */
    public static void main(String[] args) throws SQLException, InterruptedException {
        CounterColumn stock = new CounterColumn("stock", "article", "n");
        JdbcConnectionPool database = JdbcConnectionPool.create("jdbc:h2:mem:by-condition", "", "");
        try {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE stock (article INT PRIMARY KEY, n INT NOT NULL)");
                statement.execute("INSERT INTO stock VALUES (42, 4)");
            }

            System.out.println("Three of 42: " + tell(stock.take(database, 42, 3)));
            System.out.println("Two of 42:   " + tell(stock.take(database, 42, 2)));
            System.out.println("One of 43:   " + tell(stock.take(database, 43, 1)));
        } finally {
            database.dispose();
        }
    }

    private static String tell(CounterOutcome outcome) {
        if (outcome instanceof CounterOutcome.Updated) {
            return "sold";
        }
        if (outcome instanceof CounterOutcome.NotEnough refused) {
            return "only " + refused.available() + " left";
        }
        return outcome instanceof CounterOutcome.Gone ? "no such article" : "try later";
    }
}
