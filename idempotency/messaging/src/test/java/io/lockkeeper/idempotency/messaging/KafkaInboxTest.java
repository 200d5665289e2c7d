package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.brokers.KafkaServer;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotency;
import io.lockkeeper.idempotency.jdbc.JdbcIdempotencySettings;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import io.lockkeeper.idempotency.messaging.kafka.KafkaInbox;
import io.lockkeeper.idempotency.messaging.kafka.KafkaMessages;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaInboxTest {

    private static final TopicPartition PARTITION = new TopicPartition("orders", 0);

    private final Ledger ledger = Ledger.shared();
    private final TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
            ledger.source(), JdbcIdempotencySettings.defaults().withoutPurge());

    @AfterEach
    void close() {
        idempotency.close();
    }

    private KafkaInbox<byte[], byte[]> failing(Consumer<byte[], byte[]> consumer) throws SQLException {
        Inbox inbox = Inbox.open(ledger.source(), idempotency, InboxSettings.of("kafka", Consumption.HORIZON));
        InboxListener<ConsumerRecord<byte[], byte[]>> listener =
                new InboxListener<>(inbox, KafkaMessages.reader(), (message, attempt, connection) -> {
                    throw new IllegalStateException("fails");
                });
        return new KafkaInbox<>(consumer, listener, (message, why) -> {}, Duration.ZERO);
    }

    @Test
    void anInterruptWhilePollingIsAnInterruptedException() throws Exception {
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaSide(KafkaServer.shared().url()).consumer("interrupted")) {
            consumer.subscribe(List.of("interrupted"));
            KafkaInbox<byte[], byte[]> inbox = failing(consumer);
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> inbox.poll(Duration.ofSeconds(30))).isInstanceOf(InterruptedException.class);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        } finally {
            Thread.interrupted();
        }
    }

    /** As with {@code group.protocol=consumer}, where the client's own thread takes partitions away. */
    @Test
    void aPartitionThatIsTakenAwayMeanwhileDoesNotEndTheLoop() throws Exception {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
            @Override
            public synchronized void seek(TopicPartition partition, long offset) {
                if (offset > 0) {
                    assign(List.of());
                }
                super.seek(partition, offset);
            }
        };
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        ConsumerRecord<byte[], byte[]> message =
                new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), 1, new byte[0], new byte[0]);
        message.headers()
                .add(KafkaMessages.ID_HEADER, UUID.randomUUID().toString().getBytes(UTF_8));
        consumer.addRecord(message);
        assertThat(failing(consumer).poll(Duration.ZERO)).isZero();
        assertThat(consumer.assignment()).isEmpty();
    }
}
