package io.lockkeeper.idempotency.messaging;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which failures a message is to blame for. */
final class Failures {

    /** Lost connections, transactions that the database gave up, lack of resources, operators, broken disks. */
    private static final Set<String> PASSING = Set.of("08", "40", "53", "57", "58");

    /** A lock that was not to be had in time: PostgreSQL's state, and the code of MariaDB and MySQL, which have none. */
    private static final String LOCK_NOT_AVAILABLE = "55P03";

    private static final int LOCK_WAIT_TIMEOUT = 1205;

    /** States that triggers and procedures make up; MariaDB's driver calls such failures transient. */
    private static final String UNHANDLED = "45000";

    /** Violated constraints, and statements behind one that failed. */
    private static final Set<String> REFUSALS = Set.of("23", "25");

    private static final int STATE_CLASS = 2;
    private static final int DEEPEST = 20;

    private Failures() {}

    /** Not if the database or an interrupt is to blame: that would make every message poison. */
    static boolean isCounted(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (isPassing(cause)) {
                return false;
            }
            cause = cause.getCause();
        }
        return true;
    }

    private static boolean isPassing(Throwable failure) {
        return failure instanceof InterruptedException
                || failure instanceof StoreUnavailableException
                || (failure instanceof TransactionRolledBackException && !isRefusal(failure.getCause()))
                || (failure instanceof SQLException sql && isPassing(sql));
    }

    private static boolean isPassing(SQLException failure) {
        if (UNHANDLED.equals(failure.getSQLState())) {
            return false;
        }
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || LOCK_NOT_AVAILABLE.equals(failure.getSQLState())
                || failure.getErrorCode() == LOCK_WAIT_TIMEOUT
                || hasPassingState(failure);
    }

    /** Whether the database refused to commit what the handler had written: a deferred constraint, a statement that failed. */
    private static boolean isRefusal(@Nullable Throwable cause) {
        return cause instanceof SQLException refusal
                && REFUSALS.stream().anyMatch(String.valueOf(refusal.getSQLState())::startsWith);
    }

    private static boolean hasPassingState(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && state.length() > STATE_CLASS && PASSING.contains(state.substring(0, STATE_CLASS));
    }
}
