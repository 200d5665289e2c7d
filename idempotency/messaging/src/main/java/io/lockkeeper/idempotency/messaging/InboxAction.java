package io.lockkeeper.idempotency.messaging;

import java.sql.Connection;

/**
 * Handles a message.
 *
 * @param <E> the type of its exception
 */
@FunctionalInterface
public interface InboxAction<E extends Exception> {

    /**
     * Handles a message.
     *
     * @param attempt names the message and counts its attempts; its {@code downstreamKey} is a stable id for a message that is sent
     * @param connection what is written through it commits with the mark of the message, or not at all
     * @throws E if the message was not handled; what was written is rolled back
     */
    void handle(InboxAttempt attempt, Connection connection) throws E;
}
