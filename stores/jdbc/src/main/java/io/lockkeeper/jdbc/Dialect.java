package io.lockkeeper.jdbc;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** One kind of database. Its statements are in folders, those that all share in "common". */
interface Dialect {

    /** What people call it. */
    String title();

    /** Whether it is the one that calls itself so. */
    boolean isFor(String product);

    /** The word for it in URLs. */
    String scheme();

    /** The folders of its statements, first come first. */
    default List<String> folders() {
        return List.of(scheme());
    }

    /** The wall clock in microseconds since 1970 as a statement's expression, read when the statement runs. */
    String now();

    /** Whether the database undid a statement of its own accord, as in a deadlock: it may be sent again at once. */
    boolean isUndone(SQLException failure);

    /** Whether a row was locked by somebody for longer than was to be waited; the database did nothing. */
    boolean isLockTimeout(SQLException failure);

    /** Makes a connection wait no longer for rows that others have locked. */
    String lockTimeout(long millis);

    /** Bounds the time that a connection with an open transaction waits for rows. */
    LockWait waitAtMost(Connection connection, Duration time) throws SQLException;

    /** Whether an interrupt harms more than the statement of the thread: files that it closes under all others. */
    default boolean isHarmedByInterrupts() {
        return false;
    }

    /** How its driver serves best a pool of our own: above all, it must not wait for an answer for ever. */
    Map<String, String> driverProperties(Duration timeout);

    /** Makes the usual attempt, in one statement. */
    default Attempt take(Loan loan, Sql sql, Claim claim) throws SQLException {
        boolean whole = answersWithRow(claim);
        try (PreparedStatement attempt = loan.prepare(sql.text(whole ? "claim_or_read" : "claim"))) {
            Attempt.describe(attempt, claim, whole);
            try (ResultSet row = attempt.executeQuery()) {
                return Attempt.read(row, claim, whole);
            }
        }
    }

    /** Whether the usual attempt is to answer with the row that is in its way. */
    default boolean answersWithRow(Claim claim) {
        return false;
    }

    /** Writes a row back if nobody changed it, and tells clients what that means for them. Whether it was written. */
    boolean swap(Loan loan, Sql sql, LockRow row) throws SQLException;

    /** Renews leases in one statement. */
    RenewalOutcome renew(Loan loan, Sql sql, Collection<Renewal> due) throws SQLException;

    /** Opens the way by which clients are told. */
    Post post(PostOffice office);
}
