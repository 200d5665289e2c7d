package io.lockkeeper.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.lockkeeper.Guarantees;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A database whose kind is known and that has the tables.
 *
 * @param connections where they come from
 * @param owned whether they are ours to close
 * @param dialect its kind
 * @param sql its statements
 * @param failures what its errors mean
 * @param guarantees what it promises
 */
record Database(
        Connections connections, boolean owned, Dialect dialect, Sql sql, SqlFailures failures, Guarantees guarantees)
        implements AutoCloseable {

    /** The database is given the time first, then the network. */
    private static final int NETWORK_MILLIS = 1_000;

    private static final List<Dialect> DIALECTS = List.of(new PostgreSql(), new MariaDb(), new MySql(), new H2());

    static Database open(String url, JdbcSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setPoolName("lockkeeper");
        config.setMaximumPoolSize(settings.connections() + 2);
        config.setMinimumIdle(0);
        config.setIdleTimeout(60_000);
        config.setConnectionTimeout(Math.max(250, settings.timeout().toMillis()));
        config.setInitializationFailTimeout(1);
        config.setRegisterMbeans(false);
        config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        DIALECTS.stream()
                .filter(dialect -> url.startsWith("jdbc:" + dialect.scheme() + ":"))
                .findFirst()
                .ifPresent(dialect -> {
                    config.setConnectionInitSql(
                            dialect.lockTimeout(settings.timeout().toMillis() / 2));
                    dialect.driverProperties(settings.timeout()).forEach(config::addDataSourceProperty);
                });
        HikariDataSource pool = open(config);
        try {
            return of(pool, true, settings);
        } catch (RuntimeException failure) {
            pool.close();
            throw failure;
        }
    }

    private static HikariDataSource open(HikariConfig config) {
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException failure) {
            SqlFailures failures = new SqlFailures("The database " + place(config.getJdbcUrl()));
            throw failure.getCause() instanceof SQLException cause ? failures.unsent(cause) : failures.of(failure);
        } catch (RuntimeException failure) {
            // Its message shows the URL, and with it the password.
            throw new IllegalArgumentException("There is no driver on the class path for the database "
                    + place(config.getJdbcUrl()) + ", or the URL is none that it understands.");
        }
    }

    static Database over(DataSource source, JdbcSettings settings) {
        return of(source, false, settings);
    }

    private static Database of(DataSource source, boolean owned, JdbcSettings settings) {
        int seconds = (int) Math.max(1, settings.timeout().toSeconds());
        int silence = (int) Math.max(settings.timeout().toMillis(), seconds * 1_000L) + NETWORK_MILLIS;
        Connections connections = new Connections(source, owned ? 0 : seconds, silence);
        SqlFailures failures = new SqlFailures("The database");
        try (Loan loan = connections.open()) {
            return of(connections, owned, loan.connection(), settings);
        } catch (SQLException failure) {
            throw failures.unsent(failure);
        }
    }

    private static Database of(Connections connections, boolean owned, Connection connection, JdbcSettings settings)
            throws SQLException {
        SqlFailures failures =
                new SqlFailures("The database " + place(connection.getMetaData().getURL()));
        Dialect dialect = dialect(connection.getMetaData().getDatabaseProductName());
        Sql sql = Sql.of(dialect, settings);
        try {
            if (settings.createTables()) {
                createIfMissing(connection, sql);
            }
        } catch (SQLException failure) {
            throw failures.sent(failure);
        }
        return new Database(connections, owned, dialect, sql, failures, TableGuarantees.of(dialect));
    }

    /** Where it is, without what drivers put before and behind that: user, password, options. */
    static String place(@Nullable String url) {
        if (url == null) {
            return "";
        }
        String shown = url.replaceFirst("(?s)[?;].*", "");
        int host = shown.indexOf("//") + 2;
        if (host < 2) {
            return shown;
        }
        // Behind an @ that comes so late, what looks like an option may be a password, and what stands before it too.
        boolean clear = url.indexOf('@', shown.length()) < 0;
        return shown.substring(0, host) + (clear ? shown.substring(Math.max(host, shown.lastIndexOf('@') + 1)) : "***");
    }

    static Dialect dialect(String product) {
        return DIALECTS.stream()
                .filter(dialect -> dialect.isFor(product))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no lock table for " + product
                        + "; there is for "
                        + String.join(
                                ", ", DIALECTS.stream().map(Dialect::scheme).toList()) + "."));
    }

    /** To make what is there already may need rights and locks that nobody has or wants. */
    private static void createIfMissing(Connection connection, Sql sql) throws SQLException {
        if (isThere(connection, sql)) {
            return;
        }
        SQLException failed = null;
        try (Statement statement = connection.createStatement()) {
            for (String part : sql.text("create").split(";\\s*", -1)) {
                try {
                    if (!part.isBlank()) {
                        statement.execute(part);
                    }
                } catch (SQLException failure) {
                    // Somebody else may make the same at the same time, and have come as far as this part.
                    failed = failed == null ? failure : failed;
                }
            }
        }
        if (failed != null && !isThere(connection, sql)) {
            throw failed;
        }
    }

    private static boolean isThere(Connection connection, Sql sql) {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql.text("probe"));
        } catch (SQLException missing) {
            return false;
        }
    }

    /** Whether callers can do the work: they are told in time if there is no connection, and an interrupt does no harm. */
    boolean isSafeForCallers(Duration timeout) {
        boolean inTime = owned
                || (connections.source() instanceof HikariDataSource pool
                        && pool.getConnectionTimeout() <= timeout.toMillis());
        return inTime && !dialect.isHarmedByInterrupts();
    }

    @Override
    public void close() {
        if (owned && connections.source() instanceof HikariDataSource pool) {
            pool.close();
        }
    }
}
