package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.Await;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The thread of a relay. */
@SuppressWarnings("try") // what is closed need not be used
class RelayTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final OutboxSettings SETTINGS =
            OutboxSettings.defaults().withInterval(Duration.ofMillis(20)).withBackoff(Duration.ofMillis(1));

    private final DataSource source = Ledger.shared().source();

    @BeforeEach
    void empty() throws SQLException {
        Outbox.open(source, SETTINGS);
        try (Connection connection = source.getConnection();
                Statement delete = connection.createStatement()) {
            delete.execute("DELETE FROM lockkeeper_outbox");
        }
    }

    private void write(String... ids) throws SQLException {
        Outbox outbox = Outbox.open(source, SETTINGS);
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            for (String id : ids) {
                outbox.write(connection, OutboxMessage.of(id, "bookings", new byte[0]));
            }
            connection.commit();
        }
    }

    private boolean has(String id) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement ask = connection.createStatement();
                ResultSet row = ask.executeQuery("SELECT FROM lockkeeper_outbox WHERE id = '" + id + "'")) {
            return row.next();
        }
    }

    @Test
    void anInterruptOfSomebodyElseEndsOneWaitOnly() throws Exception {
        write("1");
        List<Boolean> interrupted = new CopyOnWriteArrayList<>();
        OutboxSender sender = message -> {
            interrupted.add(Thread.currentThread().isInterrupted());
            if (interrupted.size() > 1) {
                return CompletableFuture.completedFuture(null);
            }
            Thread.currentThread().interrupt();
            return new CompletableFuture<>();
        };
        try (OutboxRelay relay = OutboxRelay.open(source, sender, SETTINGS).start()) {
            Await.until("the message", LONG, () -> !has("1"));
        }
        assertThat(interrupted).containsExactly(false, false);
    }

    @Test
    void aBrokerThatDoesNotServeIsAskedOnceInABatch() throws Exception {
        write("1", "2", "3");
        AtomicInteger asked = new AtomicInteger();
        OutboxSender broken = message -> {
            asked.incrementAndGet();
            return CompletableFuture.failedFuture(new IOException("down"));
        };
        try (OutboxRelay relay = OutboxRelay.open(source, broken, SETTINGS)) {
            assertThat(relay.relayOnce().outage()).isPresent();
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void aRelayThatHasAlwaysSomethingToSendPurgesToo() throws Exception {
        write("0");
        AtomicInteger last = new AtomicInteger();
        OutboxSender sender = message -> {
            try {
                write("" + last.incrementAndGet());
                return CompletableFuture.completedFuture(null);
            } catch (SQLException failure) {
                return CompletableFuture.failedFuture(failure);
            }
        };
        OutboxSettings keeping = SETTINGS.withKeepSent(Duration.ofMillis(1));
        try (OutboxRelay relay = OutboxRelay.open(source, sender, keeping).start()) {
            Await.until("the purge", LONG, () -> !has("0"));
        }
    }
}
