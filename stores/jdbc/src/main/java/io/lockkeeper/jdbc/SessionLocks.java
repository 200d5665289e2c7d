package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** The capability of a kind of database to keep a lock for as long as a connection lives. */
interface SessionLocks {

    /** What says that sessions of other servers take the same locks unseen by this one; empty if nothing does. */
    Optional<String> othersUnseen(Connection connection) throws SQLException;

    /** Whether the lock was to be had in time. */
    boolean lockSession(Connection connection, String name, Duration maxWait) throws SQLException;

    /** Whether this session has it: another one may have taken a broken one's place. */
    boolean isSessionLocked(Connection connection, String name) throws SQLException;

    /** Whether it was held until now. */
    boolean unlockSession(Connection connection, String name) throws SQLException;
}
