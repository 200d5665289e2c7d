package io.lockkeeper.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;

/** MariaDB, 10.6 or later. */
class MariaDb extends Mail implements SessionLocks {

    private static final int CHANGED_SINCE_READ = 1020;
    private static final int LOCK_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    @Override
    public String title() {
        return "MariaDB";
    }

    @Override
    public boolean isFor(String product) {
        return product.equals("MariaDB");
    }

    @Override
    public String scheme() {
        return "mariadb";
    }

    /** In UTC: local time has an hour twice in autumn. */
    @Override
    public String now() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return failure.getErrorCode() == DEADLOCK || failure.getErrorCode() == CHANGED_SINCE_READ;
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }

    /** It counts in seconds. */
    @Override
    public String lockTimeout(long millis) {
        return "SET SESSION innodb_lock_wait_timeout = " + Math.max(1, millis / 1_000);
    }

    /** It counts in seconds. */
    @Override
    public LockWait waitAtMost(Connection connection, Duration time) throws SQLException {
        long before;
        try (Statement statement = connection.createStatement();
                ResultSet setting = statement.executeQuery("SELECT @@SESSION.innodb_lock_wait_timeout")) {
            setting.next();
            before = setting.getLong(1);
        }
        String set = "SET SESSION innodb_lock_wait_timeout = ";
        return new LockWait(connection, set + time.plusMillis(999).toSeconds(), set + before);
    }

    /** And the server reads the text of a statement once a connection, not once a call. */
    @Override
    public Map<String, String> driverProperties(Duration timeout) {
        String millis = Long.toString(timeout.toMillis() + 1_000);
        return Map.of("useServerPrepStmts", "true", "socketTimeout", millis, "connectTimeout", millis);
    }

    @Override
    public boolean lockSession(Connection connection, String name, Duration maxWait) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement("SELECT GET_LOCK(?, ?)")) {
            lock.setString(1, sessionName(name));
            lock.setDouble(2, sessionWait(maxWait));
            return isOne(lock);
        }
    }

    /** In seconds, with fractions if it knows them. */
    double sessionWait(Duration maxWait) {
        return maxWait.toMillis() / 1e3;
    }

    @Override
    public boolean unlockSession(Connection connection, String name) throws SQLException {
        try (PreparedStatement unlock = connection.prepareStatement("SELECT RELEASE_LOCK(?)")) {
            unlock.setString(1, sessionName(name));
            return isOne(unlock);
        }
    }

    private static boolean isOne(PreparedStatement question) throws SQLException {
        try (ResultSet answer = question.executeQuery()) {
            return answer.next() && answer.getInt(1) == 1;
        }
    }

    /** Such names belong to the whole server, and may have 64 characters. */
    private static String sessionName(String name) {
        return "lockkeeper:" + Long.toHexString(LockName.digest64(name));
    }
}
