package io.lockkeeper.idempotency.messaging;

import java.sql.Connection;

/**
 * Handles a message of a broker.
 *
 * @param <M> the broker's type of messages
 */
@FunctionalInterface
public interface MessageAction<M> {

    /**
     * Handles a message.
     *
     * @param message as it was delivered
     * @param attempt as {@link InboxAction#handle}
     * @param connection as {@link InboxAction#handle}
     * @throws Exception if the message was not handled; what was written is rolled back
     */
    void handle(M message, InboxAttempt attempt, Connection connection) throws Exception;
}
