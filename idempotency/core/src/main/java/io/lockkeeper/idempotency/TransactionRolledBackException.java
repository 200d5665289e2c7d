package io.lockkeeper.idempotency;

import org.jspecify.annotations.Nullable;

/**
 * Thrown in transactional mode if the transaction of an operation was undone as a whole, or can only be undone: by a deadlock, by a
 * change that its snapshot does not see, by a failed statement, or by a lost connection. Nothing of it was stored, neither the
 * business writes nor the mark: the request may be repeated, in a new transaction.
 */
public final class TransactionRolledBackException extends IdempotencyException {

    private static final long serialVersionUID = 1L;

    /**
     * Created by implementations.
     *
     * @param message what happened
     * @param cause how the database said so
     */
    public TransactionRolledBackException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
