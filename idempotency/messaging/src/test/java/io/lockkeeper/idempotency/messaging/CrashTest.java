package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.brokers.ArtemisServer;
import io.lockkeeper.brokers.KafkaServer;
import io.lockkeeper.brokers.RabbitMqServer;
import io.lockkeeper.brokers.RequiresRabbitMq;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A consumer is killed behind each of its steps; the broker gives its message to another one. */
@SuppressWarnings("try") // what is closed need not be used
class CrashTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Ledger ledger = Ledger.shared();

    @ParameterizedTest
    @EnumSource(value = Step.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void ofKafkaAMessageHasOneEffect(Step step) throws Exception {
        aMessageHasOneEffect(BrokerSide.Kind.KAFKA, KafkaServer.shared().url(), step);
    }

    @RequiresRabbitMq
    @ParameterizedTest
    @EnumSource(value = Step.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void ofRabbitMqAMessageHasOneEffect(Step step) throws Exception {
        aMessageHasOneEffect(BrokerSide.Kind.RABBITMQ, RabbitMqServer.shared().url(), step);
    }

    @ParameterizedTest
    @EnumSource(value = Step.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void ofArtemisAMessageHasOneEffect(Step step) throws Exception {
        aMessageHasOneEffect(BrokerSide.Kind.ARTEMIS, ArtemisServer.shared().url(), step);
    }

    private void aMessageHasOneEffect(BrokerSide.Kind kind, String url, Step step) throws Exception {
        String queue = "crash-" + kind + "-" + step;
        String message = queue + "-message";
        String next = queue + "-next";
        BrokerSide broker = kind.at(url);
        broker.send(queue, message);
        try (JavaProcess consumer =
                JavaProcess.start(ConsumerProcess.class, kind.name(), url, ledger.url(), queue, step.name())) {
            consumer.awaitLine(line -> line.equals("at " + step), LONG);
            consumer.kill();
        }
        boolean wasCommitted = step.compareTo(Step.COMMITTED) >= 0;
        assertThat(ledger.has(message)).isEqualTo(wasCommitted);

        Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();
        broker.send(queue, next);
        try (Consumption consumption =
                        Consumption.open(ledger, queue, "the test", Steps.endingBehind(Step.NONE), events::add);
                AutoCloseable consuming = broker.consume(queue, consumption)) {
            Await.until("the next message's effect", LONG, () -> ledger.has(next));
            if (step != Step.ACKNOWLEDGED) {
                Await.until("the redelivery", LONG, () -> answered(events, message));
            }
        }
        assertThat(ledger.handlersOf(message)).containsExactly(wasCommitted ? "the process" : "the test");
        assertThat(ledger.handlersOf(next)).containsExactly("the test");
        assertThat(events.stream().anyMatch(event -> event instanceof IdempotencyEvent.Replayed))
                .as("a repeat")
                .isEqualTo(step == Step.COMMITTED);
    }

    private static boolean answered(Queue<IdempotencyEvent> events, String message) {
        return events.stream()
                .filter(event -> event.key().id().equals(message))
                .anyMatch(event ->
                        event instanceof IdempotencyEvent.Executed || event instanceof IdempotencyEvent.Replayed);
    }
}
