package io.lockkeeper.jdbc;

import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.NotHeldException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * A lock that the database keeps for as long as a connection lives: PostgreSQL's advisory locks, MariaDB's
 * {@code GET_LOCK}.
 *
 * <p>There is no table, no lease and no fencing token. It comes free when it is closed, when the process dies, and also when
 * the connection breaks, of which the holder is not told: it finds out by {@link #isHeld()}. So it is for efficiency.
 * It keeps a connection of the pool while it is held, and while it is waited for. Not thread-safe, but may be closed by any thread.
 *
 * <p>Such a lock is known to one server and belongs to one session there. So a cluster in which several servers write is
 * refused, and a server that only reads. Behind a pooler that gives each transaction another session, such as PgBouncer, a
 * transaction is kept open on PostgreSQL while the lock is held, which {@code idle_in_transaction_session_timeout} may end. On
 * MariaDB and MySQL, a proxy must keep a connection that called {@code GET_LOCK} on its session, and send {@code SELECT … FOR
 * UPDATE} where it sends writes; that is not checked. After a failover, the old server's holders and the new server's do not see
 * each other.
 */
public final class SessionLock implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 5;

    private final Connection connection;
    private final SessionLocks locks;
    private final String name;
    private final boolean commitsItself;
    private volatile boolean closed;

    private SessionLock(Connection connection, SessionLocks locks, String name, boolean commitsItself) {
        this.connection = connection;
        this.locks = locks;
        this.name = name;
        this.commitsItself = commitsItself;
    }

    /**
     * Takes a lock.
     *
     * @param source where connections come from
     * @param name the lock's name; two that have the same SHA-256 up to 64 bits exclude each other
     * @param maxWait how long to wait, 24 days at most
     * @return the lock, to be closed by the caller
     * @throws LockTimeoutException if somebody else had it all the time
     * @throws io.lockkeeper.StoreUnavailableException if the database can't be reached
     * @throws IllegalArgumentException if this kind of database has no such locks, or other servers' sessions do not see them
     */
    public static SessionLock acquire(DataSource source, String name, Duration maxWait) {
        long began = System.nanoTime();
        return tryAcquire(source, name, maxWait)
                .orElseThrow(() -> new LockTimeoutException(name, Duration.ofNanos(System.nanoTime() - began), null));
    }

    /**
     * Takes a lock if it is to be had in time.
     *
     * @param source where connections come from
     * @param name the lock's name
     * @param maxWait how long to wait, 24 days at most; zero for not at all
     * @return the lock, to be closed by the caller; empty if somebody else has it
     * @throws io.lockkeeper.StoreUnavailableException if the database can't be reached
     * @throws IllegalArgumentException if this kind of database has no such locks, or other servers' sessions do not see them
     */
    public static Optional<SessionLock> tryAcquire(DataSource source, String name, Duration maxWait) {
        SqlFailures failures = new SqlFailures("The database");
        Connection connection;
        try {
            connection = source.getConnection();
        } catch (SQLException failure) {
            throw failures.unopened(failure);
        }
        boolean taken = false;
        boolean commitsItself = true;
        try {
            commitsItself = connection.getAutoCommit();
            connection.setAutoCommit(true);
            Dialect dialect = Dialects.of(connection);
            connection.setAutoCommit(!dialect.isShared(connection)); // A session stays with its transaction.
            SessionLocks locks = locks(dialect, connection);
            taken = locks.lockSession(connection, name, LockWait.countable(maxWait));
            return taken ? Optional.of(new SessionLock(connection, locks, name, commitsItself)) : Optional.empty();
        } catch (SQLException failure) {
            end(connection); // The session may have the lock, and a pool would give it to somebody else.
            throw failures.sent(failure);
        } finally {
            if (!taken) {
                giveBack(connection, commitsItself);
            }
        }
    }

    /**
     * Whether the lock is held. Asks the database.
     *
     * @return false once closed, or if the connection is broken, or is one that the driver or a pooler put in its place
     */
    public boolean isHeld() {
        try {
            return !closed && connection.isValid(PATIENCE_SECONDS) && locks.isSessionLocked(connection, name);
        } catch (SQLException broken) {
            return false;
        }
    }

    /**
     * Frees the lock and gives the connection back. Only the first call does anything.
     *
     * @throws NotHeldException if it was not held any more: what was done under it was not protected
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        boolean held;
        try {
            held = locks.unlockSession(connection, name);
        } catch (SQLException broken) {
            held = false;
            end(connection); // So that the session is gone, and the lock with it.
        } finally {
            giveBack(connection, commitsItself);
        }
        if (!held) {
            throw new NotHeldException(
                    "The lock '" + name + "' was lost: the connection that kept it is broken.", null);
        }
    }

    private static SessionLocks locks(Dialect dialect, Connection connection) throws SQLException {
        if (!(dialect instanceof SessionLocks locks)) {
            throw new IllegalArgumentException(
                    dialect.title() + " has no locks that belong to a connection; PostgreSQL, MariaDB and MySQL do."
                            + " A JdbcStore or a RowLock works here too.");
        }
        Optional<String> unseen = locks.othersUnseen(connection);
        if (unseen.isPresent()) {
            throw new IllegalArgumentException(
                    "A lock that belongs to a connection is known to one server only, and there are others ("
                            + unseen.get() + "): two could hold it. Connect to the one primary, or use a JdbcStore.");
        }
        return locks;
    }

    private static void end(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException gone) {
            // That is what was wanted.
        }
    }

    private static void giveBack(Connection connection, boolean commitsItself) {
        try (connection) {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            connection.setAutoCommit(commitsItself);
        } catch (SQLException gone) {
            // It is broken, and the pool will see that too.
        }
    }
}
