package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** What errors of the driver and the database mean for a request that has not run, or was rolled back. */
final class SqlFailures {

    /**
     * What passes on MariaDB and MySQL, which have no states of their own for it: they only read, saw a change, have no space, memory, locks or
     * threads left, or ended a session that was idle.
     */
    private static final Set<Integer> PASSING = Set.of(
            1020, 1290, 1836, 1223, 3100, 1021, 1030, 1037, 1038, 1041, 1114, 1135, 1205, 1206, 1203, 1226, 1461, 4031,
            1243, 1412, 1615);

    private SqlFailures() {}

    /** No connection was to be had. */
    static RuntimeException unconnected(SQLException thrown) throws InterruptedException {
        if (isInterrupt(thrown)) {
            Thread.interrupted();
            InterruptedException interrupt = new InterruptedException("Interrupted while waiting for a connection");
            interrupt.initCause(thrown);
            throw interrupt;
        }
        return new StoreUnavailableException(
                PlainText.line("The database of idempotency can't be reached: " + thrown.getMessage()), false, thrown);
    }

    /** Pools say so in different ways; the thread's flag is set, or the exception is a cause. */
    private static boolean isInterrupt(SQLException thrown) {
        return Thread.currentThread().isInterrupted() || thrown.getCause() instanceof InterruptedException;
    }

    /** A statement failed before the operation ran. */
    static RuntimeException unclaimed(SQLException failure) {
        if (isPassing(failure)) {
            return new StoreUnavailableException(
                    PlainText.line("The database of idempotency can't serve for the moment: " + failure.getMessage()),
                    false,
                    failure);
        }
        return new IllegalStateException(
                PlainText.line("The database of idempotency refused: " + failure.getMessage()), failure);
    }

    /** Whether the database undid the transaction for certain when it refused to commit. */
    static boolean isRolledBack(SQLException failure, Dialect dialect) {
        String state = state(failure);
        return dialect.isUndone(failure)
                || (state.startsWith("40") && !state.equals("40003"))
                || state.startsWith("23")
                || state.startsWith("25");
    }

    private static boolean isPassing(SQLException failure) {
        String state = state(failure);
        return failure instanceof SQLTimeoutException
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException
                || failure instanceof SQLRecoverableException
                || state.startsWith("08")
                || state.startsWith("57")
                || state.startsWith("53")
                || state.startsWith("58")
                || state.startsWith("40")
                || state.equals("54000")
                || state.equals("25006")
                || state.equals("70100")
                || PASSING.contains(failure.getErrorCode());
    }

    private static String state(SQLException failure) {
        return String.valueOf(failure.getSQLState());
    }
}
