package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A business of one test: a table of orders, whose rows are the effects, and an idempotency table. */
final class Shop {

    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final String url;
    private final String suffix = System.currentTimeMillis() % 100_000_000 + "_" + NUMBER.incrementAndGet();
    private final List<IdempotencyEvent> events = new CopyOnWriteArrayList<>();

    private Shop(String url) {
        this.url = url;
    }

    static Shop on(Kind kind) throws SQLException {
        Shop shop = new Shop(kind.url());
        shop.execute("CREATE TABLE " + shop.orders() + " (id VARCHAR(100) NOT NULL)");
        return shop;
    }

    String url() {
        return url;
    }

    String orders() {
        return "orders_" + suffix;
    }

    String marks() {
        return "marks_" + suffix;
    }

    JdbcIdempotencySettings settings() {
        return JdbcIdempotencySettings.defaults()
                .withTable(marks())
                .withoutPurge()
                .withGeneral(IdempotencySettings.defaults()
                        .withTimeout(Duration.ofSeconds(10))
                        .withListener(events::add));
    }

    TestSource source() {
        return new TestSource(url);
    }

    TransactionalIdempotency open(TestSource source) {
        return JdbcIdempotency.transactional(source, settings());
    }

    TransactionalIdempotency open() {
        return open(source());
    }

    List<IdempotencyEvent> events() {
        return events;
    }

    /** A request for an order. */
    static IdempotentCall<@Nullable String> call(String id) {
        return call(id, "one");
    }

    static IdempotentCall<@Nullable String> call(String id, String fingerprint) {
        return IdempotentCall.of(
                IdempotencyKey.of("orders", id), Fingerprint.of(fingerprint), OutcomeCodec.plain(String.class));
    }

    /** Places an order. */
    void place(TransactionalAttempt attempt) throws SQLException {
        TestSource.execute(
                attempt.connection(),
                "INSERT INTO " + orders() + " VALUES ('" + attempt.key().id() + "')");
    }

    /** Places an order, and answers with its confirmation. */
    TransactionalAction<@Nullable String, SQLException> order() {
        return attempt -> {
            place(attempt);
            return "order " + attempt.key().id();
        };
    }

    /** How many orders there are. */
    long count() throws SQLException {
        return number("SELECT count(*) FROM " + orders());
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
