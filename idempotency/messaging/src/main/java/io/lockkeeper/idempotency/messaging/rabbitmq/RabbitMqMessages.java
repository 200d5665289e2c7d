package io.lockkeeper.idempotency.messaging.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.LongString;
import io.lockkeeper.idempotency.messaging.MessageReader;
import java.util.Map;
import java.util.Optional;

/** Reads ids of RabbitMQ's messages. The id is never the delivery tag, which belongs to one delivery. */
public final class RabbitMqMessages {

    private RabbitMqMessages() {}

    /** Returns a reader of the property {@code message-id}, which producers have to set: neither client nor broker does. */
    public static MessageReader<Delivery> reader() {
        return MessageReader.of(
                "the property 'message-id'",
                message -> Optional.ofNullable(message.getProperties()).map(BasicProperties::getMessageId),
                message -> header(message, MessageReader.REPLAY_HEADER),
                Delivery::getBody);
    }

    /**
     * Returns a reader of a header.
     *
     * @param header where the producer puts the id
     */
    public static MessageReader<Delivery> reader(String header) {
        return MessageReader.of(
                "the header '" + header + "'",
                message -> header(message, header),
                message -> header(message, MessageReader.REPLAY_HEADER),
                Delivery::getBody);
    }

    /** Numbers, bytes and the client's own type of text are headers, too. */
    private static Optional<String> header(Delivery message, String name) {
        Map<String, Object> headers = message.getProperties().getHeaders();
        return Optional.ofNullable(headers).map(all -> all.get(name)).map(RabbitMqMessages::text);
    }

    /** Bytes have no text of their own: theirs would differ in each delivery. */
    private static String text(Object value) {
        if (value instanceof LongString text) {
            return MessageReader.text(text.getBytes());
        }
        return value instanceof byte[] bytes ? MessageReader.text(bytes) : value.toString();
    }
}
