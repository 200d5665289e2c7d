package io.lockkeeper.jdbc;

import io.lockkeeper.Guarantees;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** H2, 2.3 or later, embedded or a server. */
final class H2 extends Mail {

    private static final Pattern IN_MEMORY = Pattern.compile(":(?:nio)?mem(?:fs|lz)?:");

    private static final int LOCK_TIMEOUT = 50200;
    private static final int DEADLOCK = 40001;
    private static final int CONCURRENT_UPDATE = 90131;
    private static final int DUPLICATE_KEY = 23505;

    @Override
    public String title() {
        return "H2";
    }

    @Override
    public boolean isFor(String product) {
        return product.equals("H2");
    }

    @Override
    public String scheme() {
        return "h2";
    }

    /** DATEDIFF would count the session's local time, which jumps. */
    @Override
    public String now() {
        return "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)";
    }

    @Override
    public Optional<String> refusal(String version) {
        return Optional.empty();
    }

    @Override
    public String index(String schema, String name) {
        return schema + name;
    }

    /** A database in memory is that of one JVM; its address may lead there through a file system in memory, too. */
    @Override
    public Guarantees.Reach reach(Connection connection) throws SQLException {
        String url = connection.getMetaData().getURL().toLowerCase(Locale.ROOT).replaceFirst(";.*", "");
        boolean remote = url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:");
        return !remote && IN_MEMORY.matcher(url).find() ? Guarantees.Reach.PROCESS : Guarantees.Reach.NETWORK;
    }

    /** Two that insert the same row: one of them finds it the next time. */
    @Override
    public boolean isUndone(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case DEADLOCK, CONCURRENT_UPDATE, DUPLICATE_KEY -> true;
            default -> false;
        };
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return failure.getErrorCode() == LOCK_TIMEOUT;
    }

    @Override
    public String sessionSettings(long millis) {
        return "SET LOCK_TIMEOUT " + millis;
    }

    /** Above that there is its own level, SNAPSHOT. */
    @Override
    public int highestForRowLocks() {
        return Connection.TRANSACTION_REPEATABLE_READ;
    }

    @Override
    public LockWait waitAtMost(Connection connection, Duration time) throws SQLException {
        String before = Command.answer(connection, "SELECT LOCK_TIMEOUT()");
        return new LockWait(connection, "SET LOCK_TIMEOUT " + time.toMillis(), "SET LOCK_TIMEOUT " + before);
    }

    /** A file that is read as a channel. */
    @Override
    public boolean isHarmedByInterrupts() {
        return true;
    }

    /** Embedded, there is no network to wait for. */
    @Override
    public Map<String, String> driverProperties(Duration timeout) {
        return Map.of();
    }
}
