package io.lockkeeper.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import io.lockkeeper.Guarantees;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Diagnosis;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** What a database that answers takes to end some connections. */
    private static final Duration LONGEST_CLOSE = Duration.ofMillis(500);

    /** There is no such table, or no such schema: PostgreSQL's states, that of MariaDB, MySQL and H2, and more of H2. */
    private static final Set<String> MISSING = Set.of("42P01", "3F000", "42S02", "42S03", "42S04", "90079");

    private static final Map<String, String> PRODUCTS =
            Map.of("postgresql", "PostgreSQL", "mariadb", "MariaDB", "mysql", "MySQL");

    /** The first server of a URL, by its name or its address. */
    private static final Pattern SERVER = Pattern.compile(
            "^jdbc:(?<kind>postgresql|mariadb|mysql)://(?:[^/@]*@)?\\[?(?<host>[\\w.-]+|[0-9a-fA-F:.]+)\\]?(?::(?<port>\\d{1,5}))?(?=[/?]|$)(?!.*@)");

    static Database open(String url, JdbcSettings settings) {
        return open(url, Optional.empty(), settings);
    }

    /** A password that is not in the URL is given to the driver as it is: how URLs encode it differs. */
    static Database open(String url, Optional<String> password, JdbcSettings settings) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(DriverUrl.of(url));
        password.ifPresent(config::setPassword);
        config.setPoolName("lockkeeper");
        config.setMaximumPoolSize(settings.connections() + 2);
        config.setMinimumIdle(0);
        config.setIdleTimeout(60_000);
        config.setConnectionTimeout(Math.max(250, settings.timeout().toMillis()));
        config.setInitializationFailTimeout(1);
        config.setRegisterMbeans(false);
        Dialects.of(url)
                .ifPresent(
                        dialect -> dialect.driverProperties(settings.timeout()).forEach(config::addDataSourceProperty));
        HikariDataSource pool = open(config);
        try {
            return of(pool, true, settings);
        } catch (RuntimeException | Error failure) {
            try (pool) {
                throw failures(url).of(failure);
            }
        }
    }

    private static SqlFailures failures(@Nullable String url) {
        return new SqlFailures("The database " + shown(url));
    }

    private static String shown(@Nullable String url) {
        return url == null ? "" : StoreAddress.shown(url);
    }

    private static HikariDataSource open(HikariConfig config) {
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException failure) {
            SqlFailures failures = failures(config.getJdbcUrl());
            throw failure.getCause() instanceof SQLException cause
                    ? explained(config.getJdbcUrl(), failures.unopened(cause))
                    : failures.of(failure);
        } catch (NullPointerException | Error noThread) {
            // So HikariCP fails if it can't start its threads.
            throw failures(config.getJdbcUrl()).of(noThread);
        } catch (RuntimeException failure) {
            // Its message shows the URL, and with it the password.
            throw new IllegalArgumentException("There is no driver on the class path for the database "
                    + shown(config.getJdbcUrl()) + ", or the driver does not accept the URL.");
        }
    }

    private static RuntimeException explained(String url, RuntimeException failure) {
        Matcher server = SERVER.matcher(url);
        if (!(failure instanceof StoreUnavailableException unavailable) || !server.find()) {
            return failure;
        }
        String product = Objects.requireNonNull(PRODUCTS.get(server.group("kind")));
        String port =
                server.group("port") == null ? product.equals("PostgreSQL") ? "5432" : "3306" : server.group("port");
        return new Diagnosis(product, "", "", false)
                .explain(
                        "The database " + shown(url),
                        List.of(new Diagnosis.Server(server.group("host"), Integer.parseInt(port))),
                        unavailable);
    }

    static Database over(DataSource source, JdbcSettings settings) {
        return of(source, false, settings);
    }

    private static Database of(DataSource source, boolean owned, JdbcSettings settings) {
        try (Loan loan =
                new Connections(source, dialect(source), Patience.of(settings.timeout(), false), true, null).open()) {
            return of(source, owned, loan, settings);
        } catch (SQLException failure) {
            throw new SqlFailures("The database").unopened(failure);
        }
    }

    private static Dialect dialect(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return Dialects.of(connection);
        }
    }

    private static Database of(DataSource source, boolean owned, Loan loan, JdbcSettings settings) throws SQLException {
        Connection connection = loan.connection();
        SqlFailures failures = failures(connection.getMetaData().getURL());
        Dialect dialect = Dialects.proven(connection);
        Sql sql = Sql.of(dialect, settings);
        try {
            if (settings.createTables()) {
                createIfMissing(loan, sql, TableScript.of(dialect, settings));
            }
        } catch (SQLException failure) {
            throw dialect.isLockTimeout(failure) ? failures.locked(failure) : failures.sent(failure);
        }
        boolean shared = dialect.isShared(connection);
        Patience patience = Patience.of(settings.timeout(), owned && !shared);
        OwnSessions own = owned && !shared ? new OwnSessions(dialect.sessionSettings(patience.rowMillis())) : null;
        return new Database(
                new Connections(source, dialect, patience, shared, own),
                owned,
                dialect,
                sql,
                failures,
                TableGuarantees.of(dialect, dialect.reach(connection), dialect.severalWriters(connection)));
    }

    /** To make what is there already may need rights and locks that nobody has or wants. */
    private static void createIfMissing(Loan loan, Sql sql, String script) throws SQLException {
        if (isThere(loan, sql)) {
            return;
        }
        SQLException failed = null;
        for (String part : Sql.withoutComments(script).split(";\\s*", -1)) {
            try {
                if (!part.isBlank()) {
                    execute(loan, part);
                }
            } catch (SQLException failure) {
                // Somebody else may make the same at the same time, and have come as far as this part.
                failed = failed == null ? failure : failed;
            }
        }
        if (failed != null && !isThere(loan, sql)) {
            throw failed;
        }
    }

    private static boolean isThere(Loan loan, Sql sql) throws SQLException {
        try {
            execute(loan, sql.text("probe"));
            return true;
        } catch (SQLException failure) {
            if (MISSING.contains(String.valueOf(failure.getSQLState()))) {
                return false;
            }
            throw failure;
        }
    }

    private static void execute(Loan loan, String text) throws SQLException {
        try (PreparedStatement statement = loan.prepare(text)) {
            statement.execute();
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
        close(true);
    }

    /**
     * Closes the pool; its connections may take their time if the database hangs.
     *
     * @param idle whether no connection is in use, so that it takes no time
     */
    void close(boolean idle) {
        if (owned && connections.source() instanceof HikariDataSource pool) {
            try {
                Thread closing = Workers.daemon(pool::close, "lockkeeper-jdbc-close");
                closing.start();
                if (idle) {
                    Uninterruptibly.join(closing, LONGEST_CLOSE);
                }
            } catch (Error noThread) {
                pool.close();
            }
        }
    }
}
