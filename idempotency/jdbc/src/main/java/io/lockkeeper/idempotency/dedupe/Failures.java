package io.lockkeeper.idempotency.dedupe;

import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;

/** Failures that leave nothing to decide in this transaction. */
final class Failures {

    private Failures() {}

    /** Says of a transaction that was given up what is to be done. */
    static SQLException undone(SQLException failure) {
        SQLTransactionRollbackException undone = new SQLTransactionRollbackException(
                "Whether the operation is the first is not known, and the database gave this transaction up. Roll back and"
                        + " run the transaction again from its beginning: " + failure.getMessage(),
                failure.getSQLState(),
                failure.getErrorCode(),
                failure);
        return undone;
    }
}
