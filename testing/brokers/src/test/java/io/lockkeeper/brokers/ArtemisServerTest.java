package io.lockkeeper.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.LoopbackServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Test;

class ArtemisServerTest extends BrokerPromises {

    ArtemisServerTest() {
        super(ArtemisServer.shared());
    }

    @Override
    LoopbackServer start() {
        return ArtemisServer.start();
    }

    @Override
    void send(String url, String queue, String text) {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue(queue), text);
        }
    }

    @Override
    String receive(String url, String queue) throws JMSException {
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(url);
                JMSContext context = factory.createContext(Session.CLIENT_ACKNOWLEDGE)) {
            Message message = context.createConsumer(context.createQueue(queue)).receive(PATIENCE.toMillis());
            assertThat(message).as("a message").isNotNull();
            message.acknowledge();
            return message.getBody(String.class);
        }
    }

    @Test
    void properties_are_the_brokers() throws JMSException {
        try (ArtemisServer server = ArtemisServer.start("addressSettings.#.maxDeliveryAttempts=1")) {
            send(server.url(), "poison", "bad");
            send(server.url(), "poison", "good");
            try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(server.url());
                    JMSContext context = factory.createContext(Session.SESSION_TRANSACTED)) {
                context.createConsumer(context.createQueue("poison")).receive(PATIENCE.toMillis());
                context.rollback();
            }
            assertThat(receive(server.url(), "poison")).isEqualTo("good");
        }
    }
}
