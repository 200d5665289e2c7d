package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.brokers.ArtemisServer;
import io.lockkeeper.brokers.KafkaServer;
import io.lockkeeper.brokers.RabbitMqServer;
import io.lockkeeper.brokers.RequiresRabbitMq;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.LoopbackServer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The broker is killed while a message is handled, so that it is not acknowledged although its effect is committed. */
@SuppressWarnings("try") // what is closed need not be used
class BrokerKillTest {

    private static final Duration LONG = Duration.ofSeconds(90);

    private final Ledger ledger = Ledger.shared();

    @Test
    void ofKafkaAMessageHasOneEffect() throws Exception {
        aMessageHasOneEffect(BrokerSide.Kind.KAFKA, KafkaServer.shared());
    }

    @Test
    @RequiresRabbitMq
    void ofRabbitMqAMessageHasOneEffect() throws Exception {
        aMessageHasOneEffect(BrokerSide.Kind.RABBITMQ, RabbitMqServer.shared());
    }

    @Test
    void ofArtemisAMessageHasOneEffect() throws Exception {
        aMessageHasOneEffect(BrokerSide.Kind.ARTEMIS, ArtemisServer.shared());
    }

    private void aMessageHasOneEffect(BrokerSide.Kind kind, LoopbackServer server) throws Exception {
        String queue = "kill-" + kind;
        String message = queue + "-message";
        BrokerSide broker = kind.at(server.url());
        broker.send(queue, message);
        Steps killing = Steps.doing(Step.EFFECT_WRITTEN, server::kill);
        Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();
        try (Consumption first = Consumption.open(ledger, queue, "the first", killing, events::add)) {
            AutoCloseable consuming = broker.consume(queue, first);
            Await.until("the commit", LONG, () -> ledger.has(message));
            server.restart();
            close(consuming);
        }
        String next = queue + "-next";
        try (Consumption second =
                        Consumption.open(ledger, queue, "the second", Steps.endingBehind(Step.NONE), events::add);
                AutoCloseable consuming = broker.consume(queue, second)) {
            broker.send(queue, next);
            Await.until("the next message's effect", LONG, () -> ledger.has(next));
        }
        assertThat(ledger.handlersOf(message)).containsExactly("the first");
        assertThat(ledger.handlersOf(next)).hasSize(1);
    }

    /** A client that has lost its broker may say so when it is closed. */
    private static void close(AutoCloseable consuming) {
        try {
            consuming.close();
        } catch (Exception lost) {
            assertThat(lost).isNotNull();
        }
    }
}
