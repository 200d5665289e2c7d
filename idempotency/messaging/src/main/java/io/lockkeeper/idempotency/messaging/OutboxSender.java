package io.lockkeeper.idempotency.messaging;

import java.util.concurrent.CompletableFuture;

/** Sends messages to a broker. Called by one thread at a time. */
public interface OutboxSender extends AutoCloseable {

    /**
     * Sends a message.
     *
     * @return completed once the broker has confirmed that it has the message and keeps it, never before. Fails with a {@link
     *     MessageRefusedException} if the broker refuses this message, which is counted; with any other exception if the broker does not
     *     serve at the moment, which is not.
     */
    CompletableFuture<Void> send(OutboxMessage message);

    /** Gives up what belongs to this sender. */
    @Override
    default void close() {}
}
