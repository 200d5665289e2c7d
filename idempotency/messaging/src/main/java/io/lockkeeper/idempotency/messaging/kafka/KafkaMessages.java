package io.lockkeeper.idempotency.messaging.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.messaging.MessageReader;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Reads ids of Kafka's records. The id is never the offset, which is another one if the producer sends the message twice. */
public final class KafkaMessages {

    /** The header of the id that the outbox writes. */
    public static final String ID_HEADER = "message-id";

    private KafkaMessages() {}

    /** Returns a reader of the header {@value #ID_HEADER}. */
    public static <K, V> MessageReader<ConsumerRecord<K, V>> reader() {
        return reader(ID_HEADER);
    }

    /**
     * Returns a reader of a header. A payload can be fingerprinted if it is bytes or text.
     *
     * @param header where the producer puts the id, as text in UTF-8; other bytes are hashed
     */
    public static <K, V> MessageReader<ConsumerRecord<K, V>> reader(String header) {
        return MessageReader.of(
                "the header '" + header + "'",
                message -> text(message, header),
                message -> text(message, MessageReader.REPLAY_HEADER),
                message -> bytes(message.value()));
    }

    private static Optional<String> text(ConsumerRecord<?, ?> message, String name) {
        Header header = message.headers().lastHeader(name);
        return header == null || header.value() == null
                ? Optional.empty()
                : Optional.of(MessageReader.text(header.value()));
    }

    private static byte[] bytes(Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof String text) {
            return text.getBytes(UTF_8);
        }
        if (value == null) {
            return new byte[0];
        }
        throw new IllegalArgumentException("A value of " + value.getClass().getName()
                + " has no bytes to be hashed: make a MessageReader that knows them");
    }
}
