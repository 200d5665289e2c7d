package io.lockkeeper.idempotency.messaging;

import java.sql.Connection;

/**
 * Handles a message of a batch.
 *
 * @param <E> the type of its exception
 */
@FunctionalInterface
public interface InboxBatchAction<E extends Exception> {

    /**
     * Handles a message.
     *
     * @param index of the message in the batch, from 0
     * @param attempt as {@link InboxAction#handle}
     * @param connection as {@link InboxAction#handle}
     * @throws E if the message was not handled; what was written for it is rolled back
     */
    void handle(int index, InboxAttempt attempt, Connection connection) throws E;
}
