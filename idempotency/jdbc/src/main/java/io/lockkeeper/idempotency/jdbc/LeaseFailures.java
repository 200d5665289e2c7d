package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;

/** What errors of the driver and the database mean for a statement that is a transaction of its own. */
final class LeaseFailures {

    private LeaseFailures() {}

    /** No connection was to be had: nothing was sent. */
    static StoreUnavailableException unconnected(SQLException failure) {
        return unavailable("can't be reached", false, failure);
    }

    /** A statement failed. */
    static RuntimeException sent(SQLException failure) {
        if (isLost(failure)) {
            return unavailable("broke the connection", true, failure);
        }
        if (failure instanceof SQLTimeoutException) {
            return unavailable("did not answer in time", true, failure);
        }
        return SqlFailures.unclaimed(failure);
    }

    /** Whether nobody knows what became of the statement, and the connection is of no use any more. */
    static boolean isLost(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return state.startsWith("08")
                || state.equals("40003")
                || state.startsWith("57P")
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException;
    }

    /** A transaction keeps the row, or the table. */
    static StoreUnavailableException locked(SQLException failure) {
        return unavailable("can't serve for the moment, a transaction has locked the key", false, failure);
    }

    /** Others changed the row again and again while it was to be changed. */
    static StoreUnavailableException busy() {
        return new StoreUnavailableException("The database of idempotency is too busy with the key", false, null);
    }

    /** A failure of any kind, as the SPI wants it. */
    static Throwable of(Throwable failure, Turn turn) {
        if (failure instanceof StoreUnavailableException
                || failure instanceof IllegalStateException
                || failure instanceof IllegalArgumentException
                || failure instanceof LinkageError
                || failure instanceof UnsupportedOperationException) {
            return failure;
        }
        // A driver's defect, or want of memory: what was sent may have been carried out all the same.
        return new StoreUnavailableException(
                PlainText.line("The request to the database of idempotency was given up: " + failure),
                turn.wasSent(),
                failure);
    }

    private static StoreUnavailableException unavailable(String what, boolean outcomeUnknown, SQLException failure) {
        return new StoreUnavailableException(
                PlainText.line("The database of idempotency " + what + ": " + failure.getMessage()),
                outcomeUnknown,
                failure);
    }
}
