package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.idempotency.engine.Engine;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A table of leases of one test.
 *
 * @param url where the database is
 * @param table the name of the table
 */
record LeaseBench(String url, String table) {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    static LeaseBench on(Kind kind) {
        return on(kind.url());
    }

    static LeaseBench on(String url) {
        return new LeaseBench(url, "leases_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet());
    }

    JdbcIdempotencySettings settings(Duration timeout) {
        return JdbcIdempotencySettings.defaults()
                .withTable(table)
                .withoutPurge()
                .withGeneral(IdempotencySettings.defaults().withTimeout(timeout));
    }

    TestSource source() {
        return new TestSource(url);
    }

    /** A store that a busy machine does not make fail. */
    IdempotencyStore store() {
        return store(source());
    }

    IdempotencyStore store(TestSource source) {
        return new JdbcLeasedStore(source, settings(Duration.ofSeconds(60)));
    }

    LeasedIdempotency start(IdempotencySettings settings) {
        return Engine.leased(
                new JdbcLeasedStore(source(), settings(settings.timeout()).withGeneral(settings)), settings);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    void execute(String command) throws SQLException {
        try (Connection connection = connect()) {
            TestSource.execute(connection, command);
        }
    }

    long number(String question) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getLong(1);
        }
    }
}
