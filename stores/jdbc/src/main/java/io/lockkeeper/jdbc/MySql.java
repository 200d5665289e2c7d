package io.lockkeeper.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** MySQL, 8.0 or later: MariaDB's statements, with another driver. */
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
        return List.of("mariadb");
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

    /** It has no such form; the driver ends a statement that takes too long. */
    @Override
    public String bounded(String statement, Patience patience) {
        return statement;
    }

    /** Whole ones: rounded up, or a short wait would be none. */
    @Override
    double sessionWait(Duration maxWait) {
        return maxWait.plusMillis(999).toSeconds();
    }
}
