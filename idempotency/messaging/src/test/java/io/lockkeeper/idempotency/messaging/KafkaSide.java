package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.messaging.kafka.KafkaInbox;
import io.lockkeeper.idempotency.messaging.kafka.KafkaMessages;
import io.lockkeeper.idempotency.messaging.kafka.KafkaOutboxSender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka, with sessions that end soon after a crash. */
record KafkaSide(String url) implements BrokerSide {

    private static final Duration POLL = Duration.ofMillis(100);

    @Override
    public void send(String topic, String id) throws Exception {
        Map<String, Object> config = Map.of("bootstrap.servers", url);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer())) {
            ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, "order".getBytes(UTF_8));
            message.headers().add(KafkaMessages.ID_HEADER, id.getBytes(UTF_8));
            producer.send(message).get();
        }
    }

    @Override
    public OutboxSender sender() {
        return KafkaOutboxSender.connect(Map.of("bootstrap.servers", url, "max.request.size", "100000"));
    }

    @Override
    public OutboxMessage toSend(String topic, String id) {
        return OutboxMessage.of(id, topic, "order".getBytes(UTF_8)).withKey("customer");
    }

    @Override
    public OutboxMessage toRefuse() {
        return OutboxMessage.of("too large", "large", new byte[200_000]);
    }

    KafkaConsumer<byte[], byte[]> consumer(String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", url,
                        "group.id", group,
                        "enable.auto.commit", "false",
                        "auto.offset.reset", "earliest",
                        "session.timeout.ms", "1000",
                        "heartbeat.interval.ms", "200",
                        "metadata.max.age.ms", "500"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    @Override
    public AutoCloseable consume(String topic, Listening listening) {
        InboxListener<ConsumerRecord<byte[], byte[]>> listener = listening.listener(KafkaMessages.reader());
        return Looping.start("kafka-consumer", isRunning -> {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer(topic)) {
                consumer.subscribe(List.of(topic));
                KafkaInbox<byte[], byte[]> inbox = new KafkaInbox<>(
                        consumer, listener, (message, why) -> listening.setAside(why), Duration.ofMillis(50));
                while (isRunning.getAsBoolean()) {
                    int done = inbox.poll(POLL);
                    if (done > 0) {
                        System.out.println("polled " + done);
                        listening.acknowledged();
                    }
                }
            }
        });
    }
}
