package io.lockkeeper.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/** PostgreSQL, 12 or later. Clients are told by NOTIFY, as part of the statement that changes a row. */
final class PostgreSql implements Dialect, SessionLocks {

    private static final Pattern VERSION = Pattern.compile("^(?:PostgreSQL|EnterpriseDB) (\\d{1,4})");
    private static final Pattern PRETENDERS = Pattern.compile(
            "-YB-|Yugabyte|Redshift|RisingWave|Greenplum|QuestDB|Materialize|Cockroach| H2 ", Pattern.CASE_INSENSITIVE);
    private static final int OLDEST = 12;

    @Override
    public String title() {
        return "PostgreSQL";
    }

    @Override
    public boolean isFor(String product) {
        return product.equals("PostgreSQL");
    }

    @Override
    public String scheme() {
        return "postgresql";
    }

    /** Others speak its protocol: their clocks are of many servers, or NOTIFY and row locks are missing or behave otherwise. */
    @Override
    public Optional<String> refusal(String version) {
        Matcher real = VERSION.matcher(version);
        if (!real.find() || PRETENDERS.matcher(version).find()) {
            return Optional.of("it is " + version);
        }
        return Integer.parseInt(real.group(1)) < OLDEST ? Optional.of("it is older than " + OLDEST) : Optional.empty();
    }

    @Override
    public void setName(PreparedStatement statement, int index, @Nullable String name) throws SQLException {
        statement.setString(index, name);
    }

    @Override
    public String now() {
        return "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";
    }

    @Override
    public boolean isUndone(SQLException failure) {
        return "40001".equals(failure.getSQLState()) || "40P01".equals(failure.getSQLState());
    }

    @Override
    public boolean isLockTimeout(SQLException failure) {
        return "55P03".equals(failure.getSQLState());
    }

    @Override
    public String sessionSettings(long millis) {
        return "SET lock_timeout = " + millis;
    }

    /**
     * Applies to one statement, that is one transaction, so no setting stays with a session that others may get. It does not
     * bound the wait for the table itself: see {@link OwnSessions}.
     */
    @Override
    public String bounded(long rowMillis) {
        return "AND (SELECT " + patience(rowMillis) + ") IS NOT NULL";
    }

    static String patience(long rowMillis) {
        return "set_config('lock_timeout', '" + rowMillis + "', true)";
    }

    /** A pooler gives its clients another process id than the server has that works for them. What can't be seen may be one. */
    @Override
    public boolean isShared(Connection connection) throws SQLException {
        if (!connection.isWrapperFor(PGConnection.class)) {
            return true;
        }
        int known = connection.unwrap(PGConnection.class).getBackendPID();
        return !session(connection).equals(Integer.toString(known));
    }

    /** The process of the server that works for a connection now. */
    static String session(Connection connection) throws SQLException {
        return Command.answer(connection, "SELECT pg_backend_pid()");
    }

    /** A statement that was prepared under a name is known to the session in which that was done only. */
    @Override
    public PreparedStatement shaped(PreparedStatement statement, boolean shared) throws SQLException {
        if (shared && statement.isWrapperFor(PGStatement.class)) {
            statement.unwrap(PGStatement.class).setPrepareThreshold(0);
        }
        return statement;
    }

    @Override
    public int highestForRowLocks() {
        return Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Zero would mean for ever. The bound ends with the transaction. */
    @Override
    public LockWait waitAtMost(Connection connection, Duration time) throws SQLException {
        String before = Command.answer(connection, "SHOW lock_timeout");
        String bound = "SET LOCAL lock_timeout = " + Math.max(1, time.toMillis());
        return new LockWait(connection, bound, "SET LOCAL lock_timeout = '" + before + "'");
    }

    @Override
    public Map<String, String> driverProperties(Duration timeout) {
        String seconds = Long.toString(timeout.plusMillis(999).toSeconds() + 1);
        return Map.of("socketTimeout", seconds, "connectTimeout", seconds, "tcpKeepAlive", "true");
    }

    /** It costs a third more: for claims of clients that have waited before. */
    @Override
    public boolean answersWithRow(Claim claim) {
        return claim.mayQueue();
    }

    @Override
    public boolean swap(Loan loan, Sql sql, LockRow row) throws SQLException {
        try (PreparedStatement swap = loan.prepare(sql.text("swap"))) {
            int next = Columns.write(swap, row, this);
            List<Message> messages = row.messages();
            String[] channels = messages.stream()
                    .map(message -> PostgreSqlPost.channel(message.client()))
                    .toArray(String[]::new);
            String[] texts = messages.stream().map(Message::text).toArray(String[]::new);
            swap.setArray(next, loan.connection().createArrayOf("text", channels));
            swap.setArray(next + 1, loan.connection().createArrayOf("text", texts));
            try (ResultSet swapped = swap.executeQuery()) {
                return swapped.next() && swapped.getInt(1) == 1;
            }
        }
    }

    @Override
    public RenewalOutcome renew(Loan loan, Sql sql, Collection<Renewal> due, BooleanSupplier isTimeUp)
            throws SQLException {
        Map<String, Grant> grants = new HashMap<>();
        due.forEach(renewal -> grants.put(renewal.grant().claim().toString(), renewal.grant()));
        String[] names = due.stream()
                .map(renewal -> LockName.of(renewal.grant().name()).key())
                .toArray(String[]::new);
        String[] claims =
                due.stream().map(renewal -> renewal.grant().claim().toString()).toArray(String[]::new);
        Long[] tokens =
                due.stream().map(renewal -> renewal.grant().firstToken()).toArray(Long[]::new);
        Long[] leases =
                due.stream().map(renewal -> LockRow.micros(renewal.lease())).toArray(Long[]::new);
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        try (PreparedStatement renew = loan.prepare(sql.text("renew"))) {
            renew.setArray(1, loan.connection().createArrayOf("text", names));
            renew.setArray(2, loan.connection().createArrayOf("text", claims));
            renew.setArray(3, loan.connection().createArrayOf("bigint", tokens));
            renew.setArray(4, loan.connection().createArrayOf("bigint", leases));
            try (ResultSet rows = renew.executeQuery()) {
                while (rows.next()) {
                    Grant grant = grants.get(rows.getString("claim"));
                    long ends = rows.getLong("ends");
                    if (grant != null && !rows.wasNull()) {
                        renewed.put(grant.claim(), renewed(grant, ends, rows.getLong("at")));
                    } else if (grant != null && !rows.getBoolean("held")) {
                        lost.add(grant.claim());
                    }
                }
            }
        }
        return new RenewalOutcome(renewed, lost);
    }

    @Override
    public Post post(PostOffice office) {
        return new PostgreSqlPost(office);
    }

    private static Grant renewed(Grant grant, long ends, long now) {
        return new Grant(
                grant.name(),
                grant.claim(),
                grant.tokens(),
                new Remaining(MICROSECONDS.toNanos(ends - now), MICROSECONDS.toNanos(now)),
                grant.contended());
    }

    /** A standby has locks of its own. */
    @Override
    public Optional<String> othersUnseen(Connection connection) throws SQLException {
        boolean standby =
                Command.answer(connection, "SELECT pg_is_in_recovery()").equals("t");
        return standby ? Optional.of("this is a standby") : Optional.empty();
    }

    @Override
    public boolean lockSession(Connection connection, String name, Duration maxWait) throws SQLException {
        if (maxWait.toMillis() == 0) {
            return answer(connection, "SELECT pg_try_advisory_lock(?)", name);
        }
        String bounded = "SELECT true FROM (SELECT " + patience(maxWait.toMillis())
                + ") AS bounded (millis), LATERAL pg_advisory_lock(CASE WHEN bounded.millis IS NOT NULL THEN ?::bigint END)";
        try {
            return answer(connection, bounded, name);
        } catch (SQLException failure) {
            if (isLockTimeout(failure)) {
                return false;
            }
            throw failure;
        }
    }

    /** The view shows the two halves of the number. */
    @Override
    public boolean isSessionLocked(Connection connection, String name) throws SQLException {
        return answer(
                connection,
                "SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted"
                        + " AND objsubid = 1 AND classid::bigint << 32 | objid::bigint = ?)",
                name);
    }

    @Override
    public boolean unlockSession(Connection connection, String name) throws SQLException {
        return answer(connection, "SELECT pg_advisory_unlock(?)", name);
    }

    private boolean answer(Connection connection, String question, String name) throws SQLException {
        try (PreparedStatement ask = shaped(connection.prepareStatement(question), true)) {
            ask.setLong(1, LockName.digest64(name));
            try (ResultSet answer = ask.executeQuery()) {
                return answer.next() && answer.getBoolean(1);
            }
        }
    }
}
