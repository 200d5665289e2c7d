package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The outbox and its relay with a broker that does what the test says. */
@SuppressWarnings("try") // what is closed need not be used
class OutboxTest {

    enum In {
        POSTGRESQL,
        H2;

        DataSource source() {
            if (this == POSTGRESQL) {
                return Ledger.shared().source();
            }
            JdbcDataSource source = new JdbcDataSource();
            source.setURL("jdbc:h2:mem:outbox;DB_CLOSE_DELAY=-1");
            return source;
        }
    }

    private static final OutboxSettings SETTINGS =
            OutboxSettings.defaults().withBackoff(Duration.ofMillis(1)).withMaxRefusals(3);

    private final List<OutboxMessage> sent = new ArrayList<>();

    private CompletableFuture<Void> take(OutboxMessage message) {
        sent.add(message);
        return CompletableFuture.completedFuture(null);
    }

    private List<String> sentIds() {
        return sent.stream().map(OutboxMessage::id).toList();
    }

    @BeforeEach
    void empty() throws SQLException {
        for (In database : In.values()) {
            Outbox.open(database.source(), SETTINGS);
            try (Connection connection = database.source().getConnection();
                    Statement delete = connection.createStatement()) {
                delete.execute("DELETE FROM lockkeeper_outbox");
            }
        }
    }

    private static OutboxMessage message(String id) {
        return OutboxMessage.of(id, "bookings", id.getBytes(UTF_8));
    }

    private static void write(In database, OutboxMessage... messages) throws SQLException {
        Outbox outbox = Outbox.open(database.source(), SETTINGS);
        try (Connection connection = database.source().getConnection()) {
            connection.setAutoCommit(false);
            for (OutboxMessage message : messages) {
                outbox.write(connection, message);
            }
            connection.commit();
        }
    }

    private static OutboxRelay relay(In database, OutboxSender sender) throws SQLException {
        return OutboxRelay.open(database.source(), sender, SETTINGS);
    }

    private static int rows(In database, String condition) throws SQLException {
        try (Connection connection = database.source().getConnection();
                Statement ask = connection.createStatement();
                ResultSet row = ask.executeQuery("SELECT count(*) FROM lockkeeper_outbox WHERE " + condition)) {
            row.next();
            return row.getInt(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void messagesAreSentAsTheyWereWritten(In database) throws SQLException {
        OutboxMessage message =
                message("1").withKey("customer").withHeader("type", "böoked").withHeader("empty", "");
        write(database, message);
        assertThat(relay(database, this::take).relayOnce().sent()).isEqualTo(1);
        assertThat(sent).singleElement().satisfies(one -> {
            assertThat(one.id()).isEqualTo("1");
            assertThat(one.destination()).isEqualTo("bookings");
            assertThat(one.key()).hasValue("customer");
            assertThat(one.headers()).isEqualTo(Map.of("type", "böoked", "empty", ""));
            assertThat(one.payload()).isEqualTo("1".getBytes(UTF_8));
        });
        assertThat(rows(database, "1 = 1")).isZero();
        assertThat(relay(database, this::take).relayOnce().sent()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aRolledBackTransactionSendsNothing(In database) throws SQLException {
        Outbox outbox = Outbox.open(database.source(), SETTINGS);
        try (Connection connection = database.source().getConnection()) {
            assertThatIllegalStateException().isThrownBy(() -> outbox.write(connection, message("1")));
            connection.setAutoCommit(false);
            outbox.write(connection, message("1"));
            connection.rollback();
        }
        assertThat(relay(database, this::take).relayOnce().sent()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void twoMessagesWithTheSameIdAreRefused(In database) throws SQLException {
        write(database, message("1"));
        assertThatThrownBy(() -> write(database, message("1")))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).startsWith("23"));
    }

    @ParameterizedTest
    @EnumSource
    void aRefusedMessageHoldsUpItsKeyOnly(In database) throws SQLException {
        write(
                database,
                message("1").withKey("a"),
                message("2").withKey("a"),
                message("3").withKey("b"),
                message("4"));
        OutboxSender refusing = message -> message.id().equals("1")
                ? CompletableFuture.failedFuture(new MessageRefusedException("too large"))
                : take(message);
        OutboxRelay relay = relay(database, refusing);
        assertThat(relay.relayOnce()).isEqualTo(new OutboxRelay.Relayed(2, 1, Optional.empty()));
        assertThat(sentIds()).containsExactly("3", "4");
        relayUntil(database, relay, "state = 2");
        assertThat(relay.relayOnce().sent()).isEqualTo(1);
        assertThat(sentIds()).containsExactly("3", "4", "2");
        try (Connection connection = database.source().getConnection()) {
            assertThat(Outbox.open(database.source(), SETTINGS).retry(connection, "1"))
                    .isTrue();
        }
        assertThat(relay(database, this::take).relayOnce().sent()).isEqualTo(1);
        assertThat(sentIds()).containsExactly("3", "4", "2", "1");
    }

    /** Its pauses pass by themselves. */
    private static void relayUntil(In database, OutboxRelay relay, String condition) throws SQLException {
        long start = System.nanoTime();
        while (rows(database, condition) == 0) {
            relay.relayOnce();
            assertThat(System.nanoTime() - start)
                    .isLessThan(Duration.ofMinutes(1).toNanos());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOutageIsNoRefusal(In database) throws SQLException {
        write(database, message("1"), message("2"));
        OutboxRelay broken = relay(database, message -> CompletableFuture.failedFuture(new IOException("down")));
        for (int attempt = 0; attempt < 5; attempt++) {
            assertThat(broken.relayOnce().outage()).isPresent();
        }
        assertThat(rows(database, "refusals = 0 AND state = 0")).isEqualTo(2);
        assertThat(relay(database, this::take).relayOnce().sent()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void messagesOfAKeyAreSentInOrderAndEachAfterTheConfirmationOfTheOneBefore(In database) throws SQLException {
        write(
                database,
                message("1").withKey("a"),
                message("2").withKey("a"),
                message("3").withKey("a"));
        List<CompletableFuture<Void>> confirmations = new ArrayList<>();
        OutboxSender checking = message -> {
            assertThat(confirmations).allMatch(CompletableFuture::isDone);
            sent.add(message);
            CompletableFuture<Void> confirmation =
                    CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS));
            confirmations.add(confirmation);
            return confirmation;
        };
        assertThat(relay(database, checking).relayOnce().sent()).isEqualTo(3);
        assertThat(sentIds()).containsExactly("1", "2", "3");
    }

    /** H2 locks the first messages of all keys, whatever the size of the batch. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aSecondRelayLeavesKeysAloneThatTheFirstOneSends(In database) throws Exception {
        write(
                database,
                message("1").withKey("a"),
                message("2").withKey("a"),
                message("3").withKey("b"));
        CountDownLatch sending = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        OutboxSender slow = message -> {
            sending.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupt) {
                return CompletableFuture.failedFuture(interrupt);
            }
            return CompletableFuture.failedFuture(new IOException("down"));
        };
        OutboxRelay first = OutboxRelay.open(database.source(), slow, SETTINGS.withBatch(1));
        try (Looping relaying = Looping.start("first", isRunning -> first.relayOnce())) {
            try {
                sending.await();
                OutboxRelay second = relay(database, this::take);
                assertThat(second.relayOnce().sent()).isEqualTo(1);
                assertThat(sentIds()).containsExactly("3");
            } finally {
                goOn.countDown();
            }
        }
        relay(database, this::take).relayOnce();
        assertThat(sentIds()).containsExactly("3", "1", "2");
    }

    @ParameterizedTest
    @EnumSource
    void sentMessagesAreKeptIfAskedForAndPurged(In database) throws SQLException {
        write(database, message("1"));
        OutboxRelay relay = OutboxRelay.open(database.source(), this::take, SETTINGS.withKeepSent(Duration.ofHours(1)));
        assertThat(relay.relayOnce().sent()).isEqualTo(1);
        assertThat(relay.relayOnce().sent()).isZero();
        assertThat(rows(database, "state = 1")).isEqualTo(1);
        assertThat(relay.purge()).isZero();
        try (Connection connection = database.source().getConnection();
                Statement age = connection.createStatement()) {
            age.execute("UPDATE lockkeeper_outbox SET sent_at = sent_at - 3600000001");
        }
        assertThat(relay.purge()).isEqualTo(1);
    }
}
