package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.impl.LongStringHelper;
import io.lockkeeper.idempotency.messaging.kafka.KafkaMessages;
import io.lockkeeper.idempotency.messaging.rabbitmq.RabbitMqMessages;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** Different ids stay different, and an id is the same in each delivery, whatever it is made of. */
class MessageIdsTest {

    private static final int MESSAGES = 300;

    private static byte[] number(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    private static String ofKafka(byte[] id) {
        ConsumerRecord<byte[], byte[]> message = new ConsumerRecord<>("topic", 0, 0, new byte[0], new byte[0]);
        message.headers().add(KafkaMessages.ID_HEADER, id);
        return KafkaMessages.<byte[], byte[]>reader().read(message).id();
    }

    private static String ofRabbitMq(Object id) {
        BasicProperties properties =
                new BasicProperties.Builder().headers(Map.of("id", id)).build();
        Delivery message = new Delivery(new Envelope(1, false, "", ""), properties, new byte[0]);
        return RabbitMqMessages.reader("id").read(message).id();
    }

    @Test
    void binaryIdsOfDifferentMessagesDiffer() {
        Set<String> kafka = new HashSet<>();
        Set<String> rabbitMq = new HashSet<>();
        Set<String> longTexts = new HashSet<>();
        for (long message = 0; message < MESSAGES; message++) {
            kafka.add(ofKafka(number(message)));
            rabbitMq.add(ofRabbitMq(number(message)));
            longTexts.add(ofRabbitMq(LongStringHelper.asLongString(number(message))));
        }
        assertThat(kafka).hasSize(MESSAGES);
        assertThat(rabbitMq).hasSize(MESSAGES);
        assertThat(longTexts).hasSize(MESSAGES);
    }

    @Test
    void anIdIsTheSameInEachDelivery() {
        assertThat(ofKafka("ördér".getBytes(UTF_8))).isEqualTo("ördér");
        assertThat(ofKafka(number(200))).isEqualTo(ofKafka(number(200)));
        assertThat(ofRabbitMq(LongStringHelper.asLongString("ördér"))).isEqualTo("ördér");
        assertThat(ofRabbitMq("ördér".getBytes(UTF_8))).isEqualTo("ördér");
        assertThat(ofRabbitMq(number(200))).isEqualTo(ofRabbitMq(number(200)));
        assertThat(ofRabbitMq(7)).isEqualTo("7");
    }
}
