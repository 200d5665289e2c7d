package io.lockkeeper.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.LoopbackServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaServerTest extends BrokerPromises {

    KafkaServerTest() {
        super(KafkaServer.shared());
    }

    @Override
    LoopbackServer start() {
        return KafkaServer.start();
    }

    @Override
    void send(String url, String queue, String text) throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", url, "acks", "all");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(queue, text)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Override
    String receive(String url, String queue) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                url,
                "group.id",
                "readers-of-" + queue,
                "auto.offset.reset",
                "earliest",
                "max.poll.records",
                1,
                "enable.auto.commit",
                false);
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(queue));
            long end = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < end) {
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(200));
                for (ConsumerRecord<String, String> found : records) {
                    consumer.commitSync();
                    return found.value();
                }
            }
            throw new AssertionError("nothing came within " + PATIENCE);
        }
    }

    @Test
    void settings_are_the_brokers() throws Exception {
        try (KafkaServer server = KafkaServer.start("num.partitions=3")) {
            send(server.url(), "wide", "x");
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", server.url()))) {
                assertThat(admin.describeTopics(List.of("wide"))
                                .allTopicNames()
                                .get()
                                .values())
                        .singleElement()
                        .extracting(topic -> topic.partitions().size())
                        .isEqualTo(3);
            }
        }
    }
}
