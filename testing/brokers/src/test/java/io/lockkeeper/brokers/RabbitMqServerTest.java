package io.lockkeeper.brokers;

import static com.rabbitmq.client.MessageProperties.PERSISTENT_TEXT_PLAIN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.lockkeeper.servers.LoopbackServer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@RequiresRabbitMq
class RabbitMqServerTest extends BrokerPromises {

    RabbitMqServerTest() {
        super(RabbitMqServer.shared());
    }

    @Override
    LoopbackServer start() {
        return RabbitMqServer.start();
    }

    private static Connection connect(String url) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(url);
        factory.setConnectionTimeout(Math.toIntExact(PATIENCE.toMillis()));
        factory.setHandshakeTimeout(Math.toIntExact(PATIENCE.toMillis()));
        return factory.newConnection();
    }

    @Override
    void send(String url, String queue, String text) throws Exception {
        try (Connection connection = connect(url);
                Channel channel = connection.createChannel()) {
            channel.confirmSelect();
            channel.queueDeclare(queue, true, false, false, Map.of());
            channel.basicPublish("", queue, PERSISTENT_TEXT_PLAIN, text.getBytes(UTF_8));
            channel.waitForConfirmsOrDie(PATIENCE.toMillis());
        }
    }

    @Override
    String receive(String url, String queue) throws Exception {
        try (Connection connection = connect(url);
                Channel channel = connection.createChannel()) {
            BlockingQueue<String> received = new LinkedBlockingQueue<>();
            channel.basicConsume(
                    queue,
                    true,
                    (tag, delivery) -> received.add(new String(delivery.getBody(), UTF_8)),
                    cancelled -> {});
            return Objects.requireNonNull(received.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS), "no message");
        }
    }

    @Test
    void it_has_a_name_of_its_own_and_leaves_the_port_mapper_alone() throws Exception {
        LoopbackServer server = RabbitMqServer.shared();
        try (Connection connection = connect(server.url())) {
            assertThat(connection.getServerProperties().get("cluster_name"))
                    .hasToString("lockkeeper-" + server.port() + "@localhost");
        }
        assertThat(ProcessHandle.of(server.process().pid()).orElseThrow().descendants())
                .noneMatch(each -> each.info().command().orElse("").endsWith("epmd"));
    }
}
