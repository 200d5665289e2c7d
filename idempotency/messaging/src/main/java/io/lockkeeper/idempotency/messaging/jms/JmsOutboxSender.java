package io.lockkeeper.idempotency.messaging.jms;

import io.lockkeeper.idempotency.messaging.MessageRefusedException;
import io.lockkeeper.idempotency.messaging.OutboxMessage;
import io.lockkeeper.idempotency.messaging.OutboxSender;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages by JMS: the destination is a queue, or a topic if it begins with {@code topic:}. Each is persistent and sent by itself; the
 * client returns once the broker has it, unless it is told to send asynchronously. The id is the property {@value
 * JmsMessages#ID_PROPERTY}, the key is the group ({@code JMSXGroupID}); names of headers must be those that JMS takes for properties.
 */
public final class JmsOutboxSender implements OutboxSender {

    private static final String TOPIC = "topic:";

    private final ConnectionFactory factory;
    private @Nullable Connection connection;
    private @Nullable Session session;

    /**
     * Creates a sender.
     *
     * @param factory of connections; there is one at a time, and a new one after an outage
     */
    public JmsOutboxSender(ConnectionFactory factory) {
        this.factory = factory;
    }

    @Override
    public CompletableFuture<Void> send(OutboxMessage message) {
        try {
            sendNow(message);
            return CompletableFuture.completedFuture(null);
        } catch (MessageRefusedException refused) {
            return CompletableFuture.failedFuture(refused);
        } catch (InvalidDestinationException | MessageFormatException failure) {
            return CompletableFuture.failedFuture(
                    new MessageRefusedException(String.valueOf(failure.getMessage()), failure));
        } catch (JMSException | RuntimeException failure) {
            close();
            return CompletableFuture.failedFuture(failure);
        }
    }

    private void sendNow(OutboxMessage message) throws JMSException, MessageRefusedException {
        Session open = open();
        BytesMessage bytes = open.createBytesMessage();
        fill(bytes, message);
        String name = message.destination();
        try (MessageProducer producer = open.createProducer(
                name.startsWith(TOPIC) ? open.createTopic(name.substring(TOPIC.length())) : open.createQueue(name))) {
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(bytes);
        }
    }

    /** Providers refuse odd names of properties in different ways; no outage shows here. */
    private static void fill(BytesMessage bytes, OutboxMessage message) throws MessageRefusedException {
        try {
            bytes.writeBytes(message.payload());
            for (Map.Entry<String, String> header : message.headers().entrySet()) {
                bytes.setStringProperty(header.getKey(), header.getValue());
            }
            bytes.setStringProperty(JmsMessages.ID_PROPERTY, message.id());
            if (message.key().isPresent()) {
                bytes.setStringProperty("JMSXGroupID", message.key().get());
            }
        } catch (JMSException | RuntimeException failure) {
            throw new MessageRefusedException(String.valueOf(failure.getMessage()), failure);
        }
    }

    private Session open() throws JMSException {
        Session current = session;
        if (current == null) {
            Connection opened = factory.createConnection();
            connection = opened;
            current = opened.createSession(Session.AUTO_ACKNOWLEDGE);
            session = current;
        }
        return current;
    }

    @Override
    public void close() {
        Connection opened = connection;
        connection = null;
        session = null;
        if (opened != null) {
            try {
                opened.close();
            } catch (JMSException | RuntimeException closed) {
                // It is of no more use anyway; the broker ends it with its socket.
            }
        }
    }
}
