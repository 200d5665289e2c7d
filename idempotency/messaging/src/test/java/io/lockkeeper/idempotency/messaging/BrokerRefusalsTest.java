package io.lockkeeper.idempotency.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmCallback;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;
import io.lockkeeper.brokers.KafkaServer;
import io.lockkeeper.brokers.RabbitMqServer;
import io.lockkeeper.brokers.RequiresRabbitMq;
import io.lockkeeper.idempotency.messaging.kafka.KafkaOutboxSender;
import io.lockkeeper.idempotency.messaging.rabbitmq.RabbitMqOutboxSender;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

/** A message that cannot be sent is told from a broker that does not serve, and does others no harm. */
class BrokerRefusalsTest {

    private static final int LONG = 60;

    private static void assertRefused(OutboxSender sender, OutboxMessage message) {
        assertThatThrownBy(() -> sender.send(message).get(LONG, TimeUnit.SECONDS))
                .hasCauseInstanceOf(MessageRefusedException.class);
    }

    @Test
    @RequiresRabbitMq
    void whatRabbitMqsClientCannotEncodeIsRefusedAndTheNextIsConfirmed() throws Exception {
        RabbitMqSide broker = new RabbitMqSide(RabbitMqServer.shared().url());
        OutboxMessage fine = broker.toSend("behind-refusals", "fine");
        List<OutboxMessage> unfit = List.of(
                fine.withKey("ö".repeat(200)),
                OutboxMessage.of("ö".repeat(200), "", new byte[0]).withKey("behind-refusals"),
                OutboxMessage.of("exchange", "ö".repeat(200), new byte[0]),
                fine.withHeader("ö".repeat(200), ""),
                fine.withHeader("larger than a frame", "x".repeat(200_000)));
        try (OutboxSender sender = broker.sender()) {
            for (OutboxMessage message : unfit) {
                assertRefused(sender, message);
                sender.send(fine).get(LONG, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aRecordThatKafkaRefusesIsToldFromAnOutage() throws Exception {
        String url = KafkaServer.shared().url();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", url))) {
            NewTopic compacted = new NewTopic("compacted", Optional.of(1), Optional.empty())
                    .configs(Map.of("cleanup.policy", "compact"));
            admin.createTopics(List.of(compacted)).all().get(LONG, TimeUnit.SECONDS);
        }
        OutboxMessage message = OutboxMessage.of("1", "compacted", new byte[0]);
        try (OutboxSender sender = new KafkaSide(url).sender()) {
            assertRefused(sender, message);
            sender.send(message.withKey("key")).get(LONG, TimeUnit.SECONDS);
        }
    }

    @Test
    void aTopicThatKafkaDoesNotHaveIsToldFromAnOutage() {
        try (KafkaServer server = KafkaServer.start("auto.create.topics.enable=false");
                OutboxSender sender =
                        KafkaOutboxSender.connect(Map.of("bootstrap.servers", server.url(), "max.block.ms", "5000"))) {
            assertRefused(sender, OutboxMessage.of("1", "missing", new byte[0]));
        }
    }

    /** Channels that the client recovers at once, without confirmations for the moment. */
    private static final class Recovering {

        private final List<ShutdownListener> shutdowns = new ArrayList<>();
        private final List<ConfirmListener> confirms = new ArrayList<>();
        private long next = 1;
        private int opened;

        Connection connection() {
            return (Connection) Proxy.newProxyInstance(
                    Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                        opened++;
                        return channel();
                    });
        }

        private Channel channel() {
            return (Channel) Proxy.newProxyInstance(
                    Channel.class.getClassLoader(),
                    new Class<?>[] {Channel.class},
                    (self, method, arguments) -> switch (method.getName()) {
                        case "isOpen" -> true;
                        case "getNextPublishSeqNo" -> next;
                        case "addShutdownListener" -> shutdowns.add((ShutdownListener) arguments[0]);
                        case "addConfirmListener" -> listen((ConfirmCallback) arguments[0]);
                        default -> null;
                    });
        }

        private ConfirmListener listen(ConfirmCallback acknowledged) {
            ConfirmListener listener = new ConfirmListener() {
                @Override
                public void handleAck(long tag, boolean multiple) throws IOException {
                    acknowledged.handle(tag, multiple);
                }

                @Override
                public void handleNack(long tag, boolean multiple) {}
            };
            confirms.add(listener);
            return listener;
        }
    }

    @Test
    void aChannelThatTheClientHasRecoveredIsNotUsed() throws Exception {
        Recovering client = new Recovering();
        OutboxMessage message = OutboxMessage.of("1", "", new byte[0]);
        try (OutboxSender sender = new RabbitMqOutboxSender(client.connection())) {
            CompletableFuture<Void> first = sender.send(message);
            client.shutdowns.get(0).shutdownCompleted(new ShutdownSignalException(true, false, null, null));
            assertThat(first).isCompletedExceptionally();
            client.next = 0;
            CompletableFuture<Void> unconfirmed = sender.send(message);
            client.confirms.get(0).handleAck(1, true);
            assertThat(unconfirmed).isNotDone();
            assertThat(client.opened).isEqualTo(2);
        }
    }
}
