package io.lockkeeper.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** MariaDB, 10.6 or later. */
class MariaDb extends Mail implements SessionLocks {

    /** Their clocks are of many servers, or their rows are not locked as InnoDB's are. */
    private static final Pattern PRETENDERS =
            Pattern.compile("TiDB|OceanBase|Vitess|SingleStore|MemSQL|StarRocks|Doris", Pattern.CASE_INSENSITIVE);

    /** Proxies send to a replica what only reads. */
    private static final String ON_THE_PRIMARY = " FOR UPDATE";

    private static final String ENDED = "70100";

    private static final int LOCKED_NOW = 3572;
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

    @Override
    public Optional<String> refusal(String version) {
        return PRETENDERS.matcher(version).find() ? Optional.of("it is " + version) : Optional.empty();
    }

    /** Galera, whatever the server, and MySQL's group replication. */
    @Override
    public Optional<String> severalWriters(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet variable =
                        statement.executeQuery("SHOW GLOBAL VARIABLES WHERE Variable_name = 'wsrep_on' AND Value = 'ON'"
                                + " OR Variable_name = 'group_replication_single_primary_mode' AND Value = 'OFF'")) {
            return variable.next()
                    ? Optional.of(variable.getString(1) + " is " + variable.getString(2))
                    : Optional.empty();
        }
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
        return failure.getErrorCode() == LOCK_TIMEOUT || failure.getErrorCode() == LOCKED_NOW;
    }

    /** It counts in seconds. Safe updates refuse statements whose rows are given by a selection. */
    @Override
    public String sessionSettings(long millis) {
        return "SET SESSION innodb_lock_wait_timeout = " + Math.max(1, millis / 1_000)
                + ", SESSION sql_safe_updates = 0";
    }

    @Override
    public String bounded(String statement, Patience patience) {
        return "SET STATEMENT innodb_lock_wait_timeout = " + Math.max(1, patience.rowMillis() / 1_000)
                + ", max_statement_time = " + patience.seconds() + ", sql_safe_updates = 0 FOR " + statement;
    }

    /**
     * A statement that writes answers with no row: the first token comes back as the "last insert id". It is not less than
     * the time in microseconds, and next to it unless a lock changes hands faster than that.
     */
    @Override
    public Attempt take(Loan loan, Sql sql, Claim claim) throws SQLException {
        try (PreparedStatement attempt = loan.prepareForKey(sql.text("claim"))) {
            Attempt.describe(attempt, claim, this, false);
            attempt.executeUpdate();
            try (ResultSet answer = attempt.getGeneratedKeys()) {
                long token = answer.next() ? answer.getLong(1) : 0;
                return token == 0 ? Attempt.IN_VAIN : new Attempt(grant(claim, token), null);
            }
        }
    }

    private static Grant grant(Claim claim, long token) {
        return new Grant(
                claim.name(),
                claim.id(),
                new Tokens(token, token + claim.tokens() - 1),
                new Remaining(MICROSECONDS.toNanos(LockRow.micros(claim.lease())), MICROSECONDS.toNanos(token)),
                false);
    }

    /** It counts in seconds. */
    @Override
    public LockWait waitAtMost(Connection connection, Duration time) throws SQLException {
        String before = Command.answer(connection, "SELECT @@SESSION.innodb_lock_wait_timeout");
        String set = "SET SESSION innodb_lock_wait_timeout = ";
        return new LockWait(connection, set + time.plusMillis(999).toSeconds(), set + before);
    }

    /** And the server reads the text of a statement once a connection, not once a call. */
    @Override
    public Map<String, String> driverProperties(Duration timeout) {
        String millis = Long.toString(timeout.toMillis() + 1_000);
        return Map.of("useServerPrepStmts", "true", "socketTimeout", millis, "connectTimeout", millis);
    }

    /** A replica has locks of its own. */
    @Override
    public Optional<String> othersUnseen(Connection connection) throws SQLException {
        Optional<String> writers = severalWriters(connection);
        return writers.isEmpty() && isReadOnly(connection) ? Optional.of("read_only is ON") : writers;
    }

    /** Later releases of MariaDB answer with a word. */
    private static boolean isReadOnly(Connection connection) throws SQLException {
        return !Set.of("0", "OFF").contains(Command.answer(connection, "SELECT @@GLOBAL.read_only" + ON_THE_PRIMARY));
    }

    /** It answers NULL if it failed. */
    @Override
    public boolean lockSession(Connection connection, String name, Duration maxWait) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement("SELECT GET_LOCK(?, ?)" + ON_THE_PRIMARY)) {
            lock.setString(1, sessionName(name));
            lock.setDouble(2, sessionWait(maxWait));
            try (ResultSet answer = lock.executeQuery()) {
                boolean taken = answer.next() && answer.getInt(1) == 1;
                if (answer.wasNull()) {
                    throw new SQLException("GET_LOCK was ended.", ENDED);
                }
                return taken;
            }
        }
    }

    /** In seconds, with fractions if it knows them. */
    double sessionWait(Duration maxWait) {
        return maxWait.toMillis() / 1e3;
    }

    @Override
    public boolean isSessionLocked(Connection connection, String name) throws SQLException {
        try (PreparedStatement ask =
                connection.prepareStatement("SELECT IS_USED_LOCK(?) = CONNECTION_ID()" + ON_THE_PRIMARY)) {
            ask.setString(1, sessionName(name));
            return isOne(ask);
        }
    }

    @Override
    public boolean unlockSession(Connection connection, String name) throws SQLException {
        try (PreparedStatement unlock = connection.prepareStatement("SELECT RELEASE_LOCK(?)" + ON_THE_PRIMARY)) {
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
