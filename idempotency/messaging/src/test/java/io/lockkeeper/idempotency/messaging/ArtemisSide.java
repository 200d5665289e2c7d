package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.idempotency.messaging.jms.JmsInbox;
import io.lockkeeper.idempotency.messaging.jms.JmsMessages;
import io.lockkeeper.idempotency.messaging.jms.JmsOutboxSender;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.time.Duration;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Artemis through JMS.
 *
 * @param mode of the consumer's session
 */
record ArtemisSide(String url, int mode) implements BrokerSide {

    ArtemisSide(String url) {
        this(url, Session.SESSION_TRANSACTED);
    }

    Connection connect() throws JMSException {
        Connection connection = new ActiveMQConnectionFactory(url + "?consumerWindowSize=0").createConnection();
        connection.start();
        return connection;
    }

    @Override
    public void send(String queue, String id) throws Exception {
        try (Connection connection = connect();
                Session session = connection.createSession()) {
            Message message = session.createTextMessage("order");
            message.setStringProperty(JmsMessages.ID_PROPERTY, id);
            session.createProducer(session.createQueue(queue)).send(message);
        }
    }

    @Override
    public OutboxSender sender() {
        return new JmsOutboxSender(new ActiveMQConnectionFactory(url));
    }

    @Override
    public OutboxMessage toSend(String queue, String id) {
        return OutboxMessage.of(id, queue, "order".getBytes(UTF_8)).withKey("customer");
    }

    @Override
    public OutboxMessage toRefuse() {
        return toSend("refusing", "odd header").withHeader("not a name", "");
    }

    @Override
    public AutoCloseable consume(String queue, Listening listening) throws Exception {
        Connection connection = connect();
        Session session = connection.createSession(mode);
        JmsInbox inbox = new JmsInbox(
                session,
                listening.listener(JmsMessages.reader()),
                (message, why) -> listening.setAside(why),
                Duration.ofMillis(50));
        session.createConsumer(session.createQueue(queue)).setMessageListener(message -> {
            inbox.onMessage(message);
            listening.acknowledged();
        });
        return connection;
    }
}
