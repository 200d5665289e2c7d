package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.brokers.ArtemisServer;
import io.lockkeeper.brokers.KafkaServer;
import io.lockkeeper.brokers.RabbitMqServer;
import io.lockkeeper.brokers.RequiresRabbitMq;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outbox and inbox close the circle: a relay is killed between the confirmation of a message and its deletion. */
@SuppressWarnings("try") // what is closed need not be used
class OutboxOnBrokersTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Ledger ledger = Ledger.shared();

    @BeforeEach
    void empty() throws SQLException {
        Outbox.open(ledger.source(), OutboxSettings.defaults());
        try (Connection connection = ledger.source().getConnection();
                Statement delete = connection.createStatement()) {
            delete.execute("DELETE FROM lockkeeper_outbox");
        }
    }

    @Test
    void ofKafkaTheReceiverDropsTheDuplicate() throws Exception {
        theReceiverDropsTheDuplicate(BrokerSide.Kind.KAFKA, KafkaServer.shared().url());
    }

    @Test
    @RequiresRabbitMq
    void ofRabbitMqTheReceiverDropsTheDuplicate() throws Exception {
        theReceiverDropsTheDuplicate(
                BrokerSide.Kind.RABBITMQ, RabbitMqServer.shared().url());
    }

    @Test
    void ofArtemisTheReceiverDropsTheDuplicate() throws Exception {
        theReceiverDropsTheDuplicate(
                BrokerSide.Kind.ARTEMIS, ArtemisServer.shared().url());
    }

    @Test
    void kafkasRefusalIsToldFromAnOutage() throws Exception {
        refusalIsTold(new KafkaSide(KafkaServer.shared().url()));
    }

    @Test
    @RequiresRabbitMq
    void rabbitMqsRefusalIsToldFromAnOutage() throws Exception {
        RabbitMqSide broker = new RabbitMqSide(RabbitMqServer.shared().url());
        refusalIsTold(broker);
        try (OutboxSender sender = broker.sender()) {
            OutboxMessage lost = OutboxMessage.of("nowhere", "no such exchange", new byte[0]);
            for (int attempt = 0; attempt < 2; attempt++) {
                assertRefused(sender, lost);
                sender.send(broker.toSend("after-refusal", "fine")).get(LONG.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void artemisRefusalIsToldFromAnOutage() throws Exception {
        refusalIsTold(new ArtemisSide(ArtemisServer.shared().url()));
    }

    private static void refusalIsTold(BrokerSide broker) throws Exception {
        try (OutboxSender sender = broker.sender()) {
            assertRefused(sender, broker.toRefuse());
            sender.send(broker.toSend("after-refusal", "fine")).get(LONG.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void assertRefused(OutboxSender sender, OutboxMessage message) {
        assertThatThrownBy(() -> sender.send(message).get(LONG.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(MessageRefusedException.class);
    }

    private void theReceiverDropsTheDuplicate(BrokerSide.Kind kind, String url) throws Exception {
        BrokerSide broker = kind.at(url);
        String queue = "outbox-" + kind;
        String message = queue + "-message";
        Outbox outbox = Outbox.open(ledger.source(), OutboxSettings.defaults());
        try (Connection connection = ledger.source().getConnection()) {
            connection.setAutoCommit(false);
            outbox.write(connection, broker.toSend(queue, message));
            connection.commit();
        }
        try (JavaProcess relay = JavaProcess.start(RelayProcess.class, kind.name(), url, ledger.url())) {
            relay.awaitLine(line -> line.equals("sent"), LONG);
            relay.kill();
        }
        assertThat(isInOutbox(message)).isTrue();

        Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();
        OutboxSettings settings = OutboxSettings.defaults().withInterval(Duration.ofMillis(20));
        try (OutboxRelay relay = OutboxRelay.open(ledger.source(), broker.sender(), settings)
                        .start();
                Consumption consumption =
                        Consumption.open(ledger, queue, "the receiver", Steps.endingBehind(Step.NONE), events::add);
                AutoCloseable consuming = broker.consume(queue, consumption)) {
            Await.until(
                    "the repeat",
                    LONG,
                    () -> events.stream().anyMatch(event -> event instanceof IdempotencyEvent.Replayed));
            Await.until("the deletion", LONG, () -> !isInOutbox(message));
        }
        assertThat(ledger.handlersOf(message)).containsExactly("the receiver");
    }

    private boolean isInOutbox(String id) throws SQLException {
        try (Connection connection = ledger.source().getConnection();
                Statement ask = connection.createStatement();
                ResultSet row = ask.executeQuery("SELECT FROM lockkeeper_outbox WHERE id = '" + id + "'")) {
            return row.next();
        }
    }
}
