package io.lockkeeper.idempotency.messaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.messaging.MessageRefusedException;
import io.lockkeeper.idempotency.messaging.OutboxMessage;
import io.lockkeeper.idempotency.messaging.OutboxSender;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends messages to Kafka: the destination is a topic. The producer is idempotent and waits for all replicas ({@code acks=all}). The id is
 * in the header {@value KafkaMessages#ID_HEADER}.
 */
public final class KafkaOutboxSender implements OutboxSender {

    private final Producer<byte[], byte[]> producer;

    private KafkaOutboxSender(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /**
     * Creates a sender.
     *
     * @param config of the producer, such as {@code bootstrap.servers}; {@code max.block.ms} and {@code delivery.timeout.ms} should be
     *     shorter than the outbox's timeout. The sender sets acknowledgements, idempotence and serializers itself.
     */
    public static KafkaOutboxSender connect(Map<String, Object> config) {
        Map<String, Object> safe = new HashMap<>(config);
        safe.put("acks", "all");
        safe.put("enable.idempotence", "true");
        return new KafkaOutboxSender(new KafkaProducer<>(safe, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    @Override
    public CompletableFuture<Void> send(OutboxMessage message) {
        ProducerRecord<byte[], byte[]> toSend = new ProducerRecord<>(
                message.destination(),
                message.key().map(key -> key.getBytes(UTF_8)).orElse(null),
                message.payload());
        message.headers().forEach((name, value) -> toSend.headers().add(name, value.getBytes(UTF_8)));
        toSend.headers().add(KafkaMessages.ID_HEADER, message.id().getBytes(UTF_8));
        CompletableFuture<Void> confirmation = new CompletableFuture<>();
        try {
            Future<RecordMetadata> unused = producer.send(toSend, (metadata, failure) -> {
                if (failure == null) {
                    confirmation.complete(null);
                } else {
                    confirmation.completeExceptionally(classified(failure));
                }
            });
        } catch (RuntimeException failure) {
            confirmation.completeExceptionally(classified(failure));
        }
        return confirmation;
    }

    private static Exception classified(Exception failure) {
        return isRefusal(failure)
                ? new MessageRefusedException(String.valueOf(failure.getMessage()), failure)
                : failure;
    }

    /** Without a topic the producer waits for one, for {@code max.block.ms}. A topic that is compacted takes no record without a key. */
    private static boolean isRefusal(Exception failure) {
        return failure instanceof RecordTooLargeException
                || failure instanceof RecordBatchTooLargeException
                || failure instanceof InvalidRecordException
                || failure instanceof InvalidTopicException
                || failure instanceof UnknownTopicOrPartitionException
                || (failure instanceof TimeoutException
                        && failure.getCause() instanceof UnknownTopicOrPartitionException);
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
