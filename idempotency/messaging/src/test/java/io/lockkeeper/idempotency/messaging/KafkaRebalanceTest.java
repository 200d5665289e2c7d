package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.brokers.KafkaServer;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A consumer is stopped where it is, as by a long collection of garbage, while it handles a record. Its session ends, and the group gives
 * its partition to another consumer; then it goes on.
 */
@SuppressWarnings("try") // what is closed need not be used
class KafkaRebalanceTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Ledger ledger = Ledger.shared();
    private final KafkaSide kafka = new KafkaSide(KafkaServer.shared().url());

    @ParameterizedTest
    @EnumSource(
            value = Step.class,
            names = {"RECEIVED", "EFFECT_WRITTEN", "COMMITTED"})
    void theRecordHasOneEffect(Step step) throws Exception {
        String topic = "rebalance-" + step;
        String message = topic + "-message";
        kafka.send(topic, message);
        Queue<IdempotencyEvent> events = new ConcurrentLinkedQueue<>();
        try (JavaProcess first =
                JavaProcess.start(ConsumerProcess.class, "KAFKA", kafka.url(), ledger.url(), topic, "PAUSE_" + step)) {
            first.awaitLine(line -> line.equals("at " + step), LONG);
            first.pause();
            try (Consumption consumption =
                            Consumption.open(ledger, topic, "the second", Steps.endingBehind(Step.NONE), events::add);
                    AutoCloseable consuming = kafka.consume(topic, consumption)) {
                Await.until("the delivery to the second", LONG, () -> !events.isEmpty());
                first.resume();
                first.writeLine("go on");
                first.awaitLine(line -> line.startsWith("polled"), LONG);
                String next = topic + "-next";
                kafka.send(topic, next);
                Await.until("the next record", LONG, () -> ledger.has(next) && ledger.has(message));
                Await.until("the commit of the offsets", LONG, () -> committed(topic) == 2);
                assertThat(ledger.handlersOf(next)).hasSize(1);
            }
        }
        List<String> handlers = ledger.handlersOf(message);
        assertThat(handlers).hasSize(1);
        if (step == Step.RECEIVED) {
            assertThat(handlers).containsExactly("the second");
        }
        if (step == Step.COMMITTED) {
            assertThat(handlers).containsExactly("the process");
            assertThat(events).anyMatch(event -> event instanceof IdempotencyEvent.Replayed);
        }
        if (step == Step.EFFECT_WRITTEN) {
            assertThat(handlers).containsExactly("the process");
            assertThat(events).anyMatch(event -> event instanceof IdempotencyEvent.Conflicted);
        }
    }

    private long committed(String group) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.url()))) {
            OffsetAndMetadata offset = admin.listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(group, 0));
            return offset == null ? 0 : offset.offset();
        }
    }
}
