package io.lockkeeper.idempotency.messaging.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import io.lockkeeper.idempotency.messaging.MessageRefusedException;
import io.lockkeeper.idempotency.messaging.OutboxMessage;
import io.lockkeeper.idempotency.messaging.OutboxSender;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages to RabbitMQ: the destination is an exchange, the key a routing key; for the default exchange, which is named by the empty
 * text, the key is a queue. Messages are persistent, and the broker confirms them; a message that no queue gets is refused, although the
 * broker confirms it. The id is the property {@code message-id}.
 */
public final class RabbitMqOutboxSender implements OutboxSender {

    private static final int PERSISTENT = 2;
    private static final int LONGEST = 255;

    private final Connection connection;
    private @Nullable Confirms confirms;

    /**
     * Creates a sender.
     *
     * @param connection to the broker, which recovers by itself after an outage; closed by the caller
     */
    public RabbitMqOutboxSender(Connection connection) {
        this.connection = connection;
    }

    @Override
    public CompletableFuture<Void> send(OutboxMessage message) {
        try {
            checkLengths(message);
            Confirms current = open();
            if (!message.destination().isEmpty() && current.exchanges.add(message.destination())) {
                checkExchange(message.destination());
            }
            return current.publish(message);
        } catch (MessageRefusedException | IOException | RuntimeException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    /** The protocol has one byte for a length. What the client refuses to send costs the channel, with all that is under way on it. */
    private static void checkLengths(OutboxMessage message) throws MessageRefusedException {
        checkLength("id", message.id());
        checkLength("exchange", message.destination());
        checkLength("routing key", message.key().orElse(""));
        for (String name : message.headers().keySet()) {
            checkLength("name of a header", name);
        }
    }

    private static void checkLength(String what, String text) throws MessageRefusedException {
        int bytes = text.getBytes(UTF_8).length;
        if (bytes > LONGEST) {
            throw new MessageRefusedException(
                    "The " + what + " has " + bytes + " bytes, and RabbitMQ takes " + LONGEST + " at most");
        }
    }

    /**
     * Looks whether an exchange is there, on a channel that ends if it is not: on that of the messages nobody could tell which of them
     * is to blame.
     */
    private void checkExchange(String exchange) throws IOException, MessageRefusedException {
        Channel trial = connection.createChannel();
        try {
            trial.exchangeDeclarePassive(exchange);
        } catch (IOException failure) {
            if (trial.isOpen() || !connection.isOpen()) {
                throw failure;
            }
            open().exchanges.remove(exchange);
            throw new MessageRefusedException("There is no exchange '" + exchange + "'", failure);
        } finally {
            trial.abort();
        }
    }

    /**
     * A channel that failed is of no more use, not even if the client has recovered it: for a moment it confirms nothing, and then counts
     * anew.
     */
    private Confirms open() throws IOException {
        Confirms current = confirms;
        if (current == null || current.ended || !current.channel.isOpen()) {
            discard(current);
            current = new Confirms(connection.createChannel());
            confirms = current;
        }
        return current;
    }

    @Override
    public void close() {
        discard(confirms);
    }

    private static void discard(@Nullable Confirms current) {
        if (current != null) {
            try {
                current.channel.abort();
            } catch (IOException closed) {
                // It is of no more use anyway.
            }
        }
    }

    /** A channel, and the messages that the broker has not confirmed on it. */
    private static final class Confirms {

        private record UnderWay(String id, CompletableFuture<Void> confirmation) {}

        private final Channel channel;
        private final Set<String> exchanges = new HashSet<>();
        private volatile boolean ended;
        private final ConcurrentSkipListMap<Long, UnderWay> open = new ConcurrentSkipListMap<>();

        Confirms(Channel channel) throws IOException {
            this.channel = channel;
            channel.confirmSelect();
            // The broker returns a message before it confirms it.
            channel.addReturnListener(this::returned);
            channel.addConfirmListener(
                    (tag, multiple) -> end(tag, multiple, message -> message.confirmation.complete(null)),
                    (tag, multiple) -> end(
                            tag,
                            multiple,
                            message -> message.confirmation.completeExceptionally(
                                    new IOException("The broker did not take the message"))));
            channel.addShutdownListener(this::closed);
        }

        CompletableFuture<Void> publish(OutboxMessage message) throws IOException, MessageRefusedException {
            Map<String, Object> headers = new HashMap<>(message.headers());
            BasicProperties properties = new BasicProperties.Builder()
                    .messageId(message.id())
                    .deliveryMode(PERSISTENT)
                    .headers(headers)
                    .build();
            long tag = channel.getNextPublishSeqNo();
            CompletableFuture<Void> confirmation = new CompletableFuture<>();
            open.put(tag, new UnderWay(message.id(), confirmation));
            String key = message.key().orElse("");
            try {
                channel.basicPublish(message.destination(), key, true, properties, message.payload());
            } catch (IOException | RuntimeException failure) {
                open.remove(tag);
                // The client has counted this message, and the broker has not: it would confirm others under wrong
                // numbers.
                channel.abort();
                if (failure instanceof IllegalArgumentException) {
                    throw new MessageRefusedException(String.valueOf(failure.getMessage()), failure);
                }
                throw failure;
            }
            return confirmation;
        }

        private interface End {
            void of(UnderWay message);
        }

        private void end(long tag, boolean multiple, End end) {
            Map<Long, UnderWay> ended = multiple ? open.headMap(tag, true) : open.subMap(tag, true, tag, true);
            ended.values().forEach(end::of);
            ended.clear();
        }

        private void returned(Return message) {
            open.values().stream()
                    .filter(sent -> sent.id().equals(message.getProperties().getMessageId()))
                    .forEach(sent -> sent.confirmation()
                            .completeExceptionally(new MessageRefusedException(
                                    "No queue gets what is sent to the exchange '" + message.getExchange()
                                            + "' with the key '" + message.getRoutingKey() + "'")));
        }

        private void closed(ShutdownSignalException signal) {
            ended = true;
            open.values().forEach(sent -> sent.confirmation().completeExceptionally(signal));
            open.clear();
        }
    }
}
