package io.lockkeeper.idempotency.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.lockkeeper.idempotency.messaging.rabbitmq.RabbitMqInbox;
import io.lockkeeper.idempotency.messaging.rabbitmq.RabbitMqMessages;
import io.lockkeeper.idempotency.messaging.rabbitmq.RabbitMqOutboxSender;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** RabbitMQ, with durable queues. */
record RabbitMqSide(String url) implements BrokerSide {

    Connection connect() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(url);
        return factory.newConnection();
    }

    static String deadLetters(String queue) {
        return queue + "-dead-letters";
    }

    static void declare(Channel channel, String queue) throws IOException {
        channel.queueDeclare(deadLetters(queue), true, false, false, Map.of());
        channel.queueDeclare(
                queue,
                true,
                false,
                false,
                Map.of("x-dead-letter-exchange", "", "x-dead-letter-routing-key", deadLetters(queue)));
    }

    @Override
    public void send(String queue, String id) throws Exception {
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            declare(channel, queue);
            channel.confirmSelect();
            BasicProperties properties =
                    new BasicProperties.Builder().messageId(id).deliveryMode(2).build();
            channel.basicPublish("", queue, properties, "order".getBytes(UTF_8));
            channel.waitForConfirmsOrDie();
        }
    }

    @Override
    public OutboxSender sender() throws Exception {
        return new RabbitMqOutboxSender(connect());
    }

    @Override
    public OutboxMessage toSend(String queue, String id) {
        try (Connection connection = connect();
                Channel channel = connection.createChannel()) {
            declare(channel, queue);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
        return OutboxMessage.of(id, "", "order".getBytes(UTF_8)).withKey(queue);
    }

    @Override
    public OutboxMessage toRefuse() {
        return OutboxMessage.of("to nobody", "", new byte[0]).withKey("no such queue");
    }

    @Override
    public AutoCloseable consume(String queue, Listening listening) throws Exception {
        Connection connection = connect();
        Channel channel = connection.createChannel();
        declare(channel, queue);
        channel.basicQos(1);
        RabbitMqInbox inbox =
                new RabbitMqInbox(channel, listening.listener(RabbitMqMessages.reader()), Duration.ofMillis(50));
        channel.basicConsume(queue, false, new DefaultConsumer(channel) {
            @Override
            public void handleDelivery(String tag, Envelope envelope, BasicProperties properties, byte[] body)
                    throws IOException {
                inbox.handleDelivery(tag, envelope, properties, body);
                listening.acknowledged();
            }
        });
        return connection;
    }
}
