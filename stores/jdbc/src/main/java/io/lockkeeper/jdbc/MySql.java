package io.lockkeeper.jdbc;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * MySQL, 8.0 or later. MariaDB's statements but for the usual attempt: a statement that writes can't answer with a row, so the
 * token comes back as the "last insert id". Tested with MySQL's driver against MariaDB.
 */
final class MySql extends MariaDb {

    @Override
    public String title() {
        return "MySQL";
    }

    @Override
    public boolean isFor(String product) {
        return product.equals("MySQL");
    }

    @Override
    public String scheme() {
        return "mysql";
    }

    @Override
    public List<String> folders() {
        return List.of("mysql", "mariadb");
    }

    /** Its server forgets prepared statements when they are closed, unless its driver keeps them. */
    @Override
    public Map<String, String> driverProperties(Duration timeout) {
        String millis = Long.toString(timeout.toMillis() + 1_000);
        return Map.of(
                "useServerPrepStmts",
                "true",
                "cachePrepStmts",
                "true",
                "prepStmtCacheSqlLimit",
                "4096",
                "socketTimeout",
                millis,
                "connectTimeout",
                millis);
    }

    /** The first token is not less than the time in microseconds, and next to it unless a lock changes hands faster than that. */
    @Override
    public Attempt take(Loan loan, Sql sql, Claim claim) throws SQLException {
        try (PreparedStatement attempt = loan.prepareForKey(sql.text("claim"))) {
            Attempt.describe(attempt, claim, false);
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
                token,
                token + claim.tokens() - 1,
                claim.lease().toNanos(),
                MICROSECONDS.toNanos(token),
                false);
    }

    /** Whole ones: rounded up, or a short wait would be none. */
    @Override
    double sessionWait(Duration maxWait) {
        return maxWait.plusMillis(999).toSeconds();
    }
}
