package io.lockkeeper.optimistic;

import java.sql.SQLException;
import java.util.function.Predicate;

/**
 * Which exceptions say that somebody else was first, so that trying again makes sense. Each looks at the exception and at
 * its causes, for frameworks wrap what they catch. Thread-safe.
 */
public final class Conflicts {

    private static final int DEEPEST = 20;

    private Conflicts() {}

    /**
     * No exception at all.
     *
     * @return never true
     */
    public static Predicate<Throwable> none() {
        return failure -> false;
    }

    /**
     * What a database says when it gave up a transaction in favour of another: SQLSTATE 40001 (serialization failure, and
     * deadlock on most databases) and 40P01 (PostgreSQL's deadlock), and MariaDB's error 1020 (the row changed since
     * this transaction read it).
     *
     * @return true for those
     */
    public static Predicate<Throwable> inSql() {
        return failure -> isAnywhereIn(failure, Conflicts::isLostTransaction);
    }

    /**
     * Exceptions of a class and its subclasses, such as JPA's {@code OptimisticLockException}; several with {@code or}.
     *
     * @param type the class
     * @return true for those
     */
    public static Predicate<Throwable> ofType(Class<? extends Throwable> type) {
        return failure -> isAnywhereIn(failure, type::isInstance);
    }

    private static boolean isLostTransaction(Throwable failure) {
        if (!(failure instanceof SQLException sql)) {
            return false;
        }
        String state = String.valueOf(sql.getSQLState());
        return state.equals("40001")
                || state.equals("40P01")
                || (state.equals("HY000") && sql.getErrorCode() == 1020); // It has no state of its own.
    }

    /** Causes may go in a circle, hence the bound. */
    private static boolean isAnywhereIn(Throwable failure, Predicate<Throwable> wanted) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (wanted.test(cause)) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
