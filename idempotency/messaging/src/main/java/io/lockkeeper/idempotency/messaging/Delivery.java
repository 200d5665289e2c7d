package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.FailurePolicy;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.jdbc.TransactionalAttempt;
import io.lockkeeper.idempotency.jdbc.TransactionalIdempotency;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One delivery of a message: its keys, and the run of its handler. For one thread. */
final class Delivery<E extends Exception> {

    private final IdempotencyKey key;
    private final IdempotencyKey counter;
    private final IdempotentCall<@Nullable Object> call;
    private final InboxSettings settings;
    private final FailedAttempts failures;
    private final InboxAction<E> action;
    private @Nullable Throwable failed;
    private boolean handled;

    Delivery(InboxMessage message, InboxSettings settings, FailedAttempts failures, InboxAction<E> action) {
        IdempotencyKey named = IdempotencyKey.of(Inbox.scope(settings.consumer()), message.id());
        boolean replayed = message.replay() > 0 && settings.replays() != ReplayPolicy.IGNORE;
        this.counter = replayed ? named.derived("replay:" + message.replay()) : named;
        this.key = settings.replays() == ReplayPolicy.RERUN ? counter : named;
        this.settings = settings;
        this.failures = failures;
        this.action = action;
        this.call = IdempotentCall.of(key, message.fingerprint(), OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults()
                        .withRetention(settings.retention())
                        .withFailures(FailurePolicy.freeing()));
    }

    /** Marks the message and runs its handler, or finds out why not. A failure of the handler is thrown as it is, uncounted. */
    @SuppressWarnings("NullAway") // the value may be null here
    InboxOutcome run(TransactionalIdempotency idempotency) throws E, InterruptedException {
        try {
            return outcome(idempotency.<@Nullable Object, E>runInTransaction(call, this::handle));
        } catch (PoisonFound poison) {
            return new InboxOutcome.Poison(poison.attempts(), Optional.empty());
        }
    }

    private @Nullable Object handle(TransactionalAttempt attempt) throws E {
        int failedBefore = failedBefore(attempt);
        if (failedBefore >= settings.maxAttempts()) {
            throw new PoisonFound(failedBefore);
        }
        try {
            action.handle(new InboxAttempt(attempt.key(), attempt.token(), failedBefore + 1), attempt.connection());
        } catch (Throwable failure) {
            failed = failure;
            throw failure;
        }
        handled = true;
        if (failedBefore > 0) {
            forget(attempt);
        }
        return null;
    }

    private int failedBefore(TransactionalAttempt attempt) {
        try {
            return failures.count(attempt.connection(), counter);
        } catch (SQLException failure) {
            throw new StoreUnavailableException("The failed attempts of a message cannot be read", false, failure);
        }
    }

    private void forget(TransactionalAttempt attempt) {
        try {
            failures.forget(attempt.connection(), counter);
        } catch (SQLException failure) {
            throw new StoreUnavailableException("The failed attempts of a message cannot be deleted", false, failure);
        }
    }

    /**
     * Counts a failure, once the transaction is over, if it is the handler's and counts. It is, too, if the database refuses to commit
     * what the handler has written.
     *
     * @return poison if this was the last attempt that the message has
     */
    Optional<InboxOutcome> count(Throwable thrown) {
        boolean isRefused = handled && thrown instanceof TransactionRolledBackException;
        if ((thrown != failed && !isRefused) || !settings.counted().test(thrown)) {
            return Optional.empty();
        }
        try {
            int attempts = failures.add(counter);
            return attempts >= settings.maxAttempts() && thrown instanceof Exception last
                    ? Optional.of(new InboxOutcome.Poison(attempts, Optional.of(last)))
                    : Optional.empty();
        } catch (SQLException uncounted) {
            thrown.addSuppressed(uncounted);
            return Optional.empty();
        }
    }

    private static InboxOutcome outcome(Outcome<@Nullable Object> outcome) {
        if (outcome instanceof Outcome.Executed) {
            return new InboxOutcome.Handled();
        }
        if (outcome instanceof Outcome.InFlight<@Nullable Object> inFlight) {
            return new InboxOutcome.InFlight(inFlight.retryAfter());
        }
        if (outcome instanceof Outcome.Mismatch) {
            return new InboxOutcome.Mismatch();
        }
        if (outcome instanceof Outcome.Rejected<@Nullable Object> rejected) {
            return switch (rejected.reason()) {
                case GONE, UNREADABLE -> new InboxOutcome.Repeated();
                case FAILED, EXPIRED, UNKNOWN -> new InboxOutcome.Closed(rejected.reason());
            };
        }
        return new InboxOutcome.Repeated();
    }
}
