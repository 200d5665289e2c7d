package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.RequiresMariaDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** The statements of inbox and outbox on MariaDB and H2; those of PostgreSQL are tested by all other tests. */
class OtherDatabasesTest {

    private final List<String> sent = new ArrayList<>();

    @Test
    @RequiresMariaDb
    void mariaDb() throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            worksOn(new MariaDbDataSource(server.url()));
        }
    }

    @Test
    void h2() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:inbox;DB_CLOSE_DELAY=-1");
        worksOn(source);
    }

    private void worksOn(DataSource source) throws Exception {
        try (TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
                source, JdbcIdempotencySettings.defaults().withoutPurge())) {
            Inbox inbox = Inbox.open(
                    source,
                    idempotency,
                    InboxSettings.of("orders", Consumption.HORIZON).withMaxAttempts(2));
            Outbox outbox = Outbox.open(source, OutboxSettings.defaults());
            failuresAreCounted(inbox);
            theCircleCloses(source, inbox, outbox);
            aVictimOfADeadlockUndoesTheBatch(inbox);
            countsExpire(source, inbox);
        }
    }

    private static void fail(InboxAttempt attempt, Connection connection) {
        throw new IllegalStateException("attempt " + attempt.number());
    }

    private static void failuresAreCounted(Inbox inbox) throws Exception {
        InboxMessage message = InboxMessage.of("bad");
        assertThatThrownBy(() -> inbox.handle(message, OtherDatabasesTest::fail))
                .hasMessage("attempt 1");
        assertThat(inbox.handle(message, OtherDatabasesTest::fail)).isInstanceOf(InboxOutcome.Poison.class);
        assertThat(inbox.handle(message, OtherDatabasesTest::fail))
                .isEqualTo(new InboxOutcome.Poison(2, Optional.empty()));
        assertThat(inbox.handle(message.withReplay(1), (attempt, connection) -> {}))
                .isEqualTo(new InboxOutcome.Handled());
    }

    private void theCircleCloses(DataSource source, Inbox inbox, Outbox outbox) throws Exception {
        List<InboxMessage> batch = List.of(InboxMessage.of("1"), InboxMessage.of("2"), InboxMessage.of("bad one"));
        for (int delivery = 0; delivery < 2; delivery++) {
            BatchOutcome outcome = inbox.handleTogether(batch, (index, attempt, connection) -> {
                outbox.write(connection, message("" + index, index == 0 ? "böse" : "gut"));
                if (index == 2) {
                    throw new IllegalStateException("the third fails");
                }
            });
            assertThat(outcome.failedIndex()).hasValue(2);
        }
        OutboxSettings settings = OutboxSettings.defaults()
                .withBackoff(Duration.ofMillis(1))
                .withMaxRefusals(2)
                .withKeepSent(Duration.ofMillis(1));
        OutboxSender refusing = message -> message.key().equals(Optional.of("böse"))
                ? CompletableFuture.failedFuture(new MessageRefusedException("no"))
                : take(message);
        try (OutboxRelay relay = OutboxRelay.open(source, refusing, settings)) {
            assertThat(relay.relayOnce()).isEqualTo(new OutboxRelay.Relayed(1, 1, Optional.empty()));
            Await.until(
                    "the second refusal",
                    Duration.ofSeconds(30),
                    () -> relay.relayOnce().refused() == 1);
            Await.until("the purge", Duration.ofSeconds(30), () -> relay.purge() == 1);
        }
        try (Connection connection = source.getConnection()) {
            assertThat(outbox.retry(connection, "0")).isTrue();
        }
        try (OutboxRelay relay = OutboxRelay.open(source, this::take, settings)) {
            assertThat(relay.relayOnce().sent()).isEqualTo(1);
        }
        assertThat(sent).containsExactly("1", "0");
    }

    /** These databases undo the whole transaction of the victim of a deadlock, and commit what comes behind it without an error. */
    private static void aVictimOfADeadlockUndoesTheBatch(Inbox inbox) throws Exception {
        List<InboxMessage> batch = List.of(InboxMessage.of("before"), InboxMessage.of("victim"));
        BatchOutcome outcome = inbox.handleTogether(batch, (index, attempt, connection) -> {
            if (index == 1) {
                try (Statement undone = connection.createStatement()) {
                    undone.execute("ROLLBACK");
                }
                throw new SQLException("Deadlock found", "40001");
            }
        });
        assertThat(outcome.failedIndex()).hasValue(0);
        assertThat(outcome.failure()).containsInstanceOf(TransactionRolledBackException.class);
        assertThat(inbox.handleTogether(batch, (index, attempt, connection) -> {})
                        .done())
                .containsExactly(new InboxOutcome.Handled(), new InboxOutcome.Handled());
    }

    /** Each of them asks whether there are tables, and makes them, at the same moment. */
    @Test
    void h2sTablesAreMadeByManyAtTheSameTime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 200; round++) {
                JdbcDataSource source = new JdbcDataSource();
                source.setURL("jdbc:h2:mem:made-" + round + ";DB_CLOSE_DELAY=-1");
                CyclicBarrier together = new CyclicBarrier(4);
                List<Future<Outbox>> opened = new ArrayList<>();
                for (int thread = 0; thread < 4; thread++) {
                    opened.add(threads.submit(() -> {
                        together.await();
                        return Outbox.open(source, OutboxSettings.defaults());
                    }));
                }
                for (Future<Outbox> one : opened) {
                    assertThat(one.get()).isNotNull();
                }
                try (Connection connection = source.getConnection();
                        Statement end = connection.createStatement()) {
                    end.execute("SHUTDOWN");
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static OutboxMessage message(String id, String key) {
        return OutboxMessage.of(id, "queue", id.getBytes(UTF_8)).withKey(key);
    }

    private CompletableFuture<Void> take(OutboxMessage message) {
        sent.add(message.id());
        return CompletableFuture.completedFuture(null);
    }

    private static void countsExpire(DataSource source, Inbox inbox) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement age = connection.createStatement()) {
            age.execute("UPDATE lockkeeper_inbox_failures SET purge_at = 1");
        }
        assertThat(inbox.purge()).isPositive();
    }
}
