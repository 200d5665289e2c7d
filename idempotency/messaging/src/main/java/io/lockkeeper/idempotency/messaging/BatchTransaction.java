package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A batch in one transaction. For one thread. */
final class BatchTransaction {

    private final TransactionalIdempotency idempotency;
    private final InboxSettings settings;
    private final FailedAttempts failures;
    private final List<InboxOutcome> done = new ArrayList<>();

    BatchTransaction(TransactionalIdempotency idempotency, InboxSettings settings, FailedAttempts failures) {
        this.idempotency = idempotency;
        this.settings = settings;
        this.failures = failures;
    }

    /** Whether the commit succeeded is unknown if this throws: then nothing counts as done, and what was is a repeat. */
    BatchOutcome run(Connection connection, List<InboxMessage> messages, InboxBatchAction<Exception> action)
            throws SQLException, InterruptedException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        boolean committed = false;
        try {
            BatchOutcome outcome = handle(connection, messages, action);
            if (outcome.failure()
                    .filter(TransactionRolledBackException.class::isInstance)
                    .isPresent()) {
                return nothingDone(outcome.failure().get());
            }
            connection.commit();
            committed = true;
            return outcome;
        } finally {
            if (!committed) {
                connection.rollback();
            }
            connection.setAutoCommit(autoCommit);
        }
    }

    BatchOutcome nothingDone(Exception failure) {
        return new BatchOutcome(List.of(), Optional.empty(), Optional.of(failure));
    }

    private BatchOutcome handle(Connection connection, List<InboxMessage> messages, InboxBatchAction<Exception> action)
            throws InterruptedException {
        TransactionalIdempotency here = idempotency.in(connection);
        for (InboxMessage message : messages) {
            int index = done.size();
            Delivery<Exception> delivery =
                    new Delivery<>(message, settings, failures, (attempt, open) -> action.handle(index, attempt, open));
            try {
                InboxOutcome outcome = delivery.run(here);
                if (outcome.answer() != InboxOutcome.Answer.ACKNOWLEDGE) {
                    return new BatchOutcome(done, Optional.of(outcome), Optional.empty());
                }
                done.add(outcome);
            } catch (InterruptedException interrupt) {
                throw interrupt;
            } catch (TransactionRolledBackException undone) {
                return nothingDone(undone);
            } catch (Exception failure) {
                Optional<InboxOutcome> poison = delivery.count(failure);
                return new BatchOutcome(done, poison, poison.isPresent() ? Optional.empty() : Optional.of(failure));
            } catch (Error error) {
                Optional<InboxOutcome> unused = delivery.count(error);
                throw error;
            }
        }
        return new BatchOutcome(done, Optional.empty(), Optional.empty());
    }
}
