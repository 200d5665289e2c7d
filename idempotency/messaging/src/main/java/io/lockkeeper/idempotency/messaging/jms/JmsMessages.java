package io.lockkeeper.idempotency.messaging.jms;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.messaging.MessageReader;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.util.Optional;

/** Reads ids of JMS messages. */
public final class JmsMessages {

    /** The property of the id that the outbox writes: names of properties must be those of Java. */
    public static final String ID_PROPERTY = "message_id";

    /** The property that says that a message is an explicit redelivery. */
    public static final String REPLAY_PROPERTY = MessageReader.REPLAY_HEADER.replace('-', '_');

    private JmsMessages() {}

    /** Returns a reader of the property {@value #ID_PROPERTY}. */
    public static MessageReader<Message> reader() {
        return reader(ID_PROPERTY);
    }

    /**
     * Returns a reader of a property.
     *
     * @param property where the producer puts the id
     */
    public static MessageReader<Message> reader(String property) {
        return MessageReader.of(
                "the property '" + property + "'",
                message -> property(message, property),
                message -> property(message, REPLAY_PROPERTY),
                JmsMessages::payload);
    }

    /**
     * Returns a reader of {@code JMSMessageID}. The client makes one for each send: a message that its producer sends twice, because it
     * got no answer, is two.
     */
    public static MessageReader<Message> readerOfJmsMessageId() {
        return MessageReader.of(
                "JMSMessageID",
                message -> get(message, Message::getJMSMessageID),
                message -> property(message, REPLAY_PROPERTY),
                JmsMessages::payload);
    }

    private interface Getter<T> {
        T get(Message message) throws JMSException;
    }

    private static Optional<String> property(Message message, String name) {
        return get(message, from -> from.getStringProperty(name));
    }

    private static <T> Optional<T> get(Message message, Getter<T> getter) {
        try {
            return Optional.ofNullable(getter.get(message));
        } catch (JMSException failure) {
            throw unreadable(failure);
        }
    }

    private static byte[] payload(Message message) {
        try {
            if (message instanceof BytesMessage bytes) {
                byte[] content = new byte[Math.toIntExact(bytes.getBodyLength())];
                bytes.reset();
                bytes.readBytes(content);
                bytes.reset();
                return content;
            }
            if (message instanceof TextMessage text) {
                return Optional.ofNullable(text.getText()).orElse("").getBytes(UTF_8);
            }
        } catch (JMSException failure) {
            throw unreadable(failure);
        }
        throw new IllegalArgumentException(
                "A message of type " + message.getClass().getSimpleName()
                        + " has no bytes to be hashed: make a MessageReader that knows them");
    }

    private static JMSRuntimeException unreadable(JMSException failure) {
        return new JMSRuntimeException(failure.getMessage(), failure.getErrorCode(), failure);
    }
}
