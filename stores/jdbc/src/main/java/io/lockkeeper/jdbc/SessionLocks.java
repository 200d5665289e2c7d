package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** The capability of a kind of database to keep a lock for as long as a connection lives. */
interface SessionLocks {

    /** Whether the lock was to be had in time. */
    boolean lockSession(Connection connection, String name, Duration maxWait) throws SQLException;

    /** Whether this session has it: another one may have taken a broken one's place. */
    boolean isSessionLocked(Connection connection, String name) throws SQLException;

    /** Whether it was held until now. */
    boolean unlockSession(Connection connection, String name) throws SQLException;
}
