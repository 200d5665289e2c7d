package io.lockkeeper.jdbc;

import io.lockkeeper.PlainText;
import io.lockkeeper.StoreUnavailableException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.DateTimeException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** What errors of the driver and the database mean. What others say in them is shown as plain text. */
final class SqlFailures {

    /**
     * What passes on MariaDB and MySQL, which have no states of their own for it: they only read (1290, 1836, 1223, 3100), have no
     * space, memory, locks or threads left (1021, 1030, 1037, 1038, 1041, 1114, 1135, 1206), or nothing more for this
     * user (1203, 1226, 1461), ended a session that was idle (4031), or want a statement prepared anew (1243, 1412, 1615).
     */
    private static final Set<Integer> PASSING = Set.of(
            1290, 1836, 1223, 3100, 1021, 1030, 1037, 1038, 1041, 1114, 1135, 1206, 1203, 1226, 1461, 4031, 1243, 1412,
            1615);

    /** MariaDB's and MySQL's: this user may not use it, or it is not there. */
    private static final Set<Integer> UNKNOWN_DATABASE = Set.of(1044, 1049);

    /** What a user may not do: MariaDB's and MySQL's errors about a database, tables and columns. */
    private static final Set<Integer> FORBIDDEN = Set.of(1044, 1142, 1143, 1227);

    private final String where;

    /**
     * Failures of one store.
     *
     * @param where the database's address, without secrets
     */
    SqlFailures(String where) {
        this.where = where;
    }

    /** There is no first connection. */
    RuntimeException unopened(SQLException thrown) {
        SQLException failure = reason(thrown);
        if (state(failure).startsWith("28")
                || state(failure).startsWith("3D")
                || UNKNOWN_DATABASE.contains(failure.getErrorCode())) {
            return refused(unended(failure) + ". Check user, password and database.", failure);
        }
        return unsent(thrown);
    }

    /**
     * A failure before anything was sent: no connection was to be had. One that refuses a user whom it let in before does so for
     * the time being.
     */
    StoreUnavailableException unsent(SQLException thrown) {
        SQLException failure = reason(thrown);
        return unavailable("can't be reached: " + failure.getMessage(), false, failure);
    }

    /** A pool that waited in vain knows why as its cause. */
    private static SQLException reason(SQLException thrown) {
        return thrown.getCause() instanceof SQLException cause ? cause : thrown;
    }

    /** A failure of a statement that was sent. */
    RuntimeException sent(SQLException failure) {
        String state = state(failure);
        if (isConnectionLost(failure, state)) {
            return unavailable("broke the connection: " + failure.getMessage(), true, failure);
        }
        if (failure instanceof SQLTimeoutException || state.equals("57014")) {
            return unavailable("did not answer in time: " + failure.getMessage(), true, failure);
        }
        // Nothing was done: it is out of memory or space, its disk fails, its queue of notifications is full, it is a
        // standby, or ended one deadlock after the other.
        if (state.startsWith("53")
                || state.startsWith("58")
                || state.equals("54000")
                || state.equals("25006")
                || state.startsWith("40")
                || state.equals("70100")
                || PASSING.contains(failure.getErrorCode())) {
            return unavailable("can't serve for the moment: " + failure.getMessage(), false, failure);
        }
        if (state.equals("42501") || FORBIDDEN.contains(failure.getErrorCode())) {
            return refused(
                    unended(failure) + ". The user must be allowed to read and write the lock tables, and to create"
                            + " them if they are not there (`lockkeeper ddl` prints the script).",
                    failure);
        }
        return refused(failure.getMessage(), failure);
    }

    /** A failure of any kind, as the SPI wants it. */
    RuntimeException of(Throwable thrown) {
        Throwable failure =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (failure instanceof SQLException sql) {
            return sent(sql);
        }
        if (failure instanceof RejectedExecutionException) {
            return closed();
        }
        // What this store says itself, of the use that is made of it or of what a row contains.
        if (failure instanceof StoreUnavailableException
                || failure instanceof IllegalStateException
                || failure instanceof IllegalArgumentException
                || failure instanceof DateTimeException
                || failure instanceof ArithmeticException) {
            return (RuntimeException) failure;
        }
        if (failure instanceof LinkageError || failure instanceof UnsupportedOperationException) {
            return new IllegalStateException(
                    PlainText.line("The driver or pool lacks what this store needs: " + failure), failure);
        }
        // A driver's defect, or want of memory: the statement may have been carried out all the same.
        return unavailable("was given up: " + failure, true, failure);
    }

    static IllegalStateException closed() {
        return new IllegalStateException("This store is closed.");
    }

    /** No answer at all, within the time that was allowed. */
    StoreUnavailableException silent() {
        return unavailable("did not answer in time.", true, null);
    }

    /** A transaction keeps a row or a table locked, as one does that checks its lease before it commits, or alters the table. */
    StoreUnavailableException locked(SQLException failure) {
        return unavailable(
                "can't serve for the moment: a transaction has locked what is needed (" + failure.getMessage() + ").",
                false,
                failure);
    }

    /** Others changed a row again and again while it was to be changed. */
    StoreUnavailableException busy(String name) {
        return unavailable("is too busy with the lock '" + name + "'.", false, null);
    }

    private static boolean isConnectionLost(SQLException failure, String state) {
        return state.startsWith("08")
                || state.equals("40003")
                || state.startsWith("57P")
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException;
    }

    private IllegalStateException refused(@Nullable String why, SQLException failure) {
        return new IllegalStateException(PlainText.line(where + " refused: " + why), failure);
    }

    private StoreUnavailableException unavailable(String what, boolean outcomeUnknown, @Nullable Throwable cause) {
        return new StoreUnavailableException(PlainText.line(where + " " + what), outcomeUnknown, cause);
    }

    /** What a driver says, of which a sentence follows: some end theirs with a period, some do not. */
    private static String unended(SQLException failure) {
        String message = String.valueOf(failure.getMessage()).strip();
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    private static String state(SQLException failure) {
        return String.valueOf(failure.getSQLState());
    }
}
