package io.lockkeeper.idempotency.messaging.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import io.lockkeeper.PlainText;
import io.lockkeeper.idempotency.messaging.InboxListener;
import io.lockkeeper.idempotency.messaging.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A consumer of RabbitMQ that handles messages through an inbox:
 *
 * <pre>{@code
 * channel.basicQos(10);
 * channel.basicConsume("orders", false, new RabbitMqInbox(channel, listener, Duration.ofMillis(500)));
 * }</pre>
 *
 * <p>A message is acknowledged once it is committed. One that failed or is in flight elsewhere is given back to the queue after a pause;
 * one that is set aside is rejected, which moves it to the dead-letter exchange of the queue, and <b>drops it if there is none</b>. A
 * quorum queue counts what is given back and drops or moves a message after its {@code delivery-limit}: set that to more than the
 * attempts of the inbox.
 */
public final class RabbitMqInbox extends DefaultConsumer {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private final InboxListener<Delivery> listener;
    private final Duration pause;

    /**
     * Creates a consumer, to be given to {@code basicConsume} without automatic acknowledgement.
     *
     * @param channel its channel
     * @param listener handles its messages
     * @param pause how long to wait before a message is given back; the channel's other messages wait, too
     */
    public RabbitMqInbox(Channel channel, InboxListener<Delivery> listener, Duration pause) {
        super(channel);
        this.listener = listener;
        this.pause = pause;
    }

    @Override
    public void handleDelivery(String consumerTag, Envelope envelope, BasicProperties properties, byte[] body)
            throws IOException {
        long tag = envelope.getDeliveryTag();
        try {
            Verdict verdict = listener.onMessage(new Delivery(envelope, properties, body));
            if (verdict instanceof Verdict.Acknowledge) {
                getChannel().basicAck(tag, false);
            } else if (verdict instanceof Verdict.SetAside refused) {
                LOG.warn("Message '{}' is rejected: {}", id(properties), refused.reason());
                getChannel().basicNack(tag, false, false);
            } else if (verdict instanceof Verdict.Redeliver again) {
                again.failure()
                        .ifPresent(failure ->
                                LOG.warn("Message '{}' failed and is delivered again", id(properties), failure));
                TimeUnit.NANOSECONDS.sleep(pause.toNanos());
                getChannel().basicNack(tag, false, true);
            }
        } catch (InterruptedException interrupt) {
            try {
                getChannel().basicNack(tag, false, true);
            } finally {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whoever sends a message chooses it. */
    private static String id(BasicProperties properties) {
        return PlainText.of(String.valueOf(properties.getMessageId()));
    }
}
