package io.lockkeeper.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.Guarantees;
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
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

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

    /** Microseconds since 1970 as a statement's expression, read when the statement runs, from a clock without a time zone. */
    String now();

    /**
     * Why a server is not what it calls itself, as a part of a sentence; empty if it is. Some speak another's protocol, and
     * give another's name, but do not behave like it where locks need it.
     *
     * @param version what the server answers when it is asked for its version
     */
    Optional<String> refusal(String version);

    /** Sets a lock's name, such that the database compares names byte by byte. */
    default void setName(PreparedStatement statement, int index, @Nullable String name) throws SQLException {
        statement.setBytes(index, name == null ? null : name.getBytes(UTF_8));
    }

    /** The name of an index on a table of a schema, which is followed by a dot or empty. */
    default String index(String schema, String name) {
        return name;
    }

    /** A condition, behind others, that bounds the time for which its own statement waits for rows; or nothing. */
    default String bounded(long rowMillis) {
        return "";
    }

    /** A statement that takes no longer than so; the statement itself if there is no such form. */
    default String bounded(String statement, Patience patience) {
        return statement;
    }

    /** Whether a pooler stands between, which may give each transaction another session. */
    default boolean isShared(Connection connection) throws SQLException {
        return false;
    }

    /** Who sees the tables of a connection's database. */
    default Guarantees.Reach reach(Connection connection) throws SQLException {
        return Guarantees.Reach.NETWORK;
    }

    /**
     * What says that several servers of a cluster may write, each by its own clock and each without the others' last changes;
     * empty if one does.
     */
    default Optional<String> severalWriters(Connection connection) throws SQLException {
        return Optional.empty();
    }

    /** A statement as sessions that are shared can carry it out. */
    default PreparedStatement shaped(PreparedStatement statement, boolean shared) throws SQLException {
        return statement;
    }

    /** Whether the database undid a statement of its own accord, as in a deadlock: it may be sent again at once. */
    boolean isUndone(SQLException failure);

    /** Whether a row was locked by somebody for longer than was to be waited; the database did nothing. */
    boolean isLockTimeout(SQLException failure);

    /** A command after which its session waits no longer for what others have locked, and refuses no statement of ours. */
    String sessionSettings(long millis);

    /** Above this isolation level a transaction that waited for a row sees what there was before it had that, or fails. */
    default int highestForRowLocks() {
        return Connection.TRANSACTION_SERIALIZABLE;
    }

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
            Attempt.describe(attempt, claim, this, whole);
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

    /**
     * Renews leases in one statement, if all are to be had.
     *
     * @param isTimeUp whether what is not decided yet is to be left
     */
    RenewalOutcome renew(Loan loan, Sql sql, Collection<Renewal> due, BooleanSupplier isTimeUp) throws SQLException;

    /** Opens the way by which clients are told. */
    Post post(PostOffice office);
}
