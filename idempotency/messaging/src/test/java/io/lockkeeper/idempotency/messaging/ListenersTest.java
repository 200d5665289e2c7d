package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import io.lockkeeper.brokers.ArtemisServer;
import io.lockkeeper.brokers.KafkaServer;
import io.lockkeeper.brokers.RabbitMqServer;
import io.lockkeeper.brokers.RequiresRabbitMq;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import io.lockkeeper.servers.Await;
import jakarta.jms.Session;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Listeners have messages delivered again that failed, and set those aside that will not be handled; others go on. */
@SuppressWarnings("try") // what is closed need not be used
class ListenersTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Ledger ledger = Ledger.shared();
    private final List<String> aside = new CopyOnWriteArrayList<>();
    private final TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
            ledger.source(), JdbcIdempotencySettings.defaults().withoutPurge());

    @AfterEach
    void close() {
        idempotency.close();
    }

    @Test
    void ofKafka() throws Exception {
        failuresAreDeliveredAgainOrSetAside(new KafkaSide(KafkaServer.shared().url()), "listener-kafka");
        assertReasons();
    }

    @Test
    void ofArtemis() throws Exception {
        failuresAreDeliveredAgainOrSetAside(
                new ArtemisSide(ArtemisServer.shared().url()), "listener-artemis");
        assertReasons();
    }

    @Test
    void ofArtemisWithAcknowledgements() throws Exception {
        ArtemisSide broker = new ArtemisSide(ArtemisServer.shared().url(), Session.CLIENT_ACKNOWLEDGE);
        failuresAreDeliveredAgainOrSetAside(broker, "listener-acknowledging");
        assertReasons();
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new ArtemisSide(broker.url(), Session.AUTO_ACKNOWLEDGE).consume("any", new Failing("any")))
                .withMessageContaining("acknowledges messages by itself");
    }

    @Test
    @RequiresRabbitMq
    void ofRabbitMq() throws Exception {
        RabbitMqSide broker = new RabbitMqSide(RabbitMqServer.shared().url());
        String queue = "listener-rabbitmq";
        failuresAreDeliveredAgainOrSetAside(broker, queue);
        try (Connection connection = broker.connect();
                Channel channel = connection.createChannel()) {
            Await.until("the dead letters", LONG, () -> channel.messageCount(RabbitMqSide.deadLetters(queue)) == 2);
        }
    }

    private void assertReasons() {
        assertThat(aside).hasSize(2);
        assertThat(aside.get(0)).contains("The message has no id");
        assertThat(aside.get(1)).contains("failed 3 times");
    }

    private void failuresAreDeliveredAgainOrSetAside(BrokerSide broker, String queue) throws Exception {
        broker.send(queue, queue + "-flaky");
        broker.send(queue, "");
        broker.send(queue, queue + "-poison");
        broker.send(queue, queue + "-last");
        try (AutoCloseable consuming = broker.consume(queue, new Failing(queue))) {
            Await.until("the last message", LONG, () -> ledger.has(queue + "-last"));
            Await.until("the flaky message", LONG, () -> ledger.has(queue + "-flaky"));
            if (!(broker instanceof RabbitMqSide)) {
                Await.until("the messages set aside", LONG, () -> aside.size() == 2);
            }
        }
        assertThat(ledger.handlersOf(queue + "-flaky")).containsExactly("attempt 3");
        assertThat(ledger.handlersOf(queue + "-last")).containsExactly("attempt 1");
        assertThat(ledger.handlersOf(queue + "-poison")).isEmpty();
    }

    /** Fails for the first two attempts of one message, and for all of another; the first that it sets aside, too. */
    private final class Failing implements Listening {

        private final Inbox inbox;
        private boolean failed;

        Failing(String queue) throws SQLException {
            inbox = Inbox.open(
                    ledger.source(),
                    idempotency,
                    InboxSettings.of(queue, Consumption.HORIZON).withMaxAttempts(3));
        }

        @Override
        public <M> InboxListener<M> listener(MessageReader<M> reader) {
            return new InboxListener<>(inbox, reader, (message, attempt, connection) -> {
                String id = attempt.key().id();
                Ledger.add(connection, id, "attempt " + attempt.number());
                if (id.endsWith("poison") || (id.endsWith("flaky") && attempt.number() < 3)) {
                    throw new IllegalStateException("fails");
                }
            });
        }

        @Override
        public void setAside(Verdict.SetAside verdict) throws IOException {
            if (!failed) {
                failed = true;
                throw new IOException("no room");
            }
            aside.add(verdict.reason());
        }
    }
}
