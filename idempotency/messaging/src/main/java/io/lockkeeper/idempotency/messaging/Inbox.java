package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Handles each message of a consumer once, however often the broker delivers it. The mark of the message and the effect of its
 * handler are one transaction: both commit, or neither. Safe for use by many threads.
 *
 * <pre>{@code
 * Inbox inbox = Inbox.open(dataSource, JdbcIdempotency.transactional(dataSource), InboxSettings.of("billing", horizon));
 * InboxOutcome outcome = inbox.handle(InboxMessage.of(messageId), (attempt, connection) -> book(connection, order));
 * }</pre>
 *
 * <p>Acknowledge after {@code handle} has returned, never before. A crash in between has the message delivered again, and the inbox
 * answers {@link InboxOutcome.Repeated}.
 *
 * <p>Attempts that fail with an exception are counted. A message that ends the whole process is not: let the broker limit its
 * deliveries, too.
 */
public final class Inbox {

    private final DataSource source;
    private final TransactionalIdempotency idempotency;
    private final InboxSettings settings;
    private final FailedAttempts failures;

    private Inbox(
            DataSource source, TransactionalIdempotency idempotency, InboxSettings settings, FailedAttempts failures) {
        this.source = source;
        this.idempotency = idempotency;
        this.settings = settings;
        this.failures = failures;
    }

    /**
     * Opens the inbox of a consumer.
     *
     * @param source connections to the database of the idempotency; those of a pool
     * @param idempotency marks the messages; not closed with the inbox. It purges the marks.
     * @param settings the consumer's name, times and policies
     * @throws SQLException if the database fails
     */
    public static Inbox open(DataSource source, TransactionalIdempotency idempotency, InboxSettings settings)
            throws SQLException {
        Sql sql = Sql.open(source, settings.createTables());
        return new Inbox(source, idempotency, settings, new FailedAttempts(source, sql, settings));
    }

    /** The scope of the keys of a consumer's messages, for the catalogue of idempotency: {@code inbox/} and its name. */
    public static String scope(String consumer) {
        return "inbox/" + consumer;
    }

    /**
     * Handles a message in a transaction of its own, unless it was handled or is being handled.
     *
     * @param message its id, and more
     * @param action handles it; runs on the calling thread, at most once
     * @return what became of it; poison instead of the exception if the handler failed for the last time
     * @throws E if the handler failed; what it wrote is rolled back: have the message delivered again
     * @throws InterruptedException if the thread was interrupted before the handler ran
     * @throws StoreUnavailableException if the database does not answer: have the message delivered again
     * @throws io.lockkeeper.idempotency.TransactionRolledBackException if the database rolled the transaction back: have the message
     *     delivered again
     * @throws io.lockkeeper.idempotency.OutcomeNotStoredException if nobody knows whether the transaction committed: have the message
     *     delivered again
     */
    public <E extends Exception> InboxOutcome handle(InboxMessage message, InboxAction<E> action)
            throws E, InterruptedException {
        Delivery<E> delivery = new Delivery<>(message, settings, failures, action);
        try {
            return delivery.run(idempotency);
        } catch (Throwable thrown) {
            Optional<InboxOutcome> poison = delivery.count(thrown);
            if (poison.isPresent()) {
                return poison.get();
            }
            throw thrown;
        }
    }

    /**
     * Handles a message in a transaction of the caller's, who commits it before the broker is told. A handler that fails is undone to
     * a savepoint, and its failure is counted through a second connection.
     *
     * @param transaction a connection to the same database that is not in auto-commit mode
     * @param message as {@link #handle}
     * @param action as {@link #handle}
     * @return as {@link #handle}; its effect is committed with the transaction only
     * @throws E as {@link #handle}
     * @throws InterruptedException as {@link #handle}
     * @throws io.lockkeeper.idempotency.TransactionRolledBackException if the transaction can only be rolled back
     */
    public <E extends Exception> InboxOutcome handleIn(
            Connection transaction, InboxMessage message, InboxAction<E> action) throws E, InterruptedException {
        Delivery<E> delivery = new Delivery<>(message, settings, failures, action);
        try {
            return delivery.run(idempotency.in(transaction));
        } catch (Throwable thrown) {
            Optional<InboxOutcome> poison = delivery.count(thrown);
            if (poison.isPresent()) {
                return poison.get();
            }
            throw thrown;
        }
    }

    /**
     * Handles the messages of a batch in their order, each in a transaction of its own, up to the first that is not done.
     *
     * @param messages of the batch
     * @param action handles one of them
     * @return how far it came; the failure of a handler is in it
     * @throws InterruptedException if the thread was interrupted
     */
    public BatchOutcome handleEach(List<InboxMessage> messages, InboxBatchAction<Exception> action)
            throws InterruptedException {
        List<InboxOutcome> done = new ArrayList<>();
        for (InboxMessage message : messages) {
            int index = done.size();
            try {
                InboxOutcome outcome =
                        handle(message, (attempt, connection) -> action.handle(index, attempt, connection));
                if (outcome.answer() != InboxOutcome.Answer.ACKNOWLEDGE) {
                    return new BatchOutcome(done, Optional.of(outcome), Optional.empty());
                }
                done.add(outcome);
            } catch (InterruptedException interrupt) {
                throw interrupt;
            } catch (Exception failure) {
                return new BatchOutcome(done, Optional.empty(), Optional.of(failure));
            }
        }
        return new BatchOutcome(done, Optional.empty(), Optional.empty());
    }

    /**
     * Handles the messages of a batch in their order in one transaction, up to the first that is not done. What was handled before that
     * is committed; what it wrote itself is undone. If the database gives the whole transaction up, nothing is done, and the failed
     * index is 0; that is not counted as a failed attempt of any message. If it happens again and again, {@link #handleEach} finds
     * the message that is to blame.
     *
     * @param messages of the batch
     * @param action handles one of them
     * @return how far it came, after the commit; the failure of a handler is in it
     * @throws InterruptedException if the thread was interrupted
     */
    public BatchOutcome handleTogether(List<InboxMessage> messages, InboxBatchAction<Exception> action)
            throws InterruptedException {
        BatchTransaction batch = new BatchTransaction(idempotency, settings, failures);
        try (Connection connection = source.getConnection()) {
            return batch.run(connection, messages, action);
        } catch (SQLException failure) {
            return batch.nothingDone(failure);
        }
    }

    /**
     * Deletes counts of failed attempts whose retention is over. Call it once a day or so; there are as many as messages that failed
     * and never succeeded.
     *
     * @return how many were deleted
     * @throws SQLException if the database fails
     */
    public int purge() throws SQLException {
        return failures.purge();
    }
}
