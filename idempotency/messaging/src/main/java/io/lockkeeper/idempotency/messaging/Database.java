package io.lockkeeper.idempotency.messaging;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;

/** The kinds of database that there are. */
enum Database {
    POSTGRESQL("PostgreSQL", "postgresql", "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"),
    MARIADB("MariaDB", "mariadb", "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"),
    MYSQL("MySQL", "mariadb", "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))"),
    H2("H2", "h2", "CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP(6)) * 1000000 AS BIGINT)");

    private final String title;
    private final String folder;
    private final String now;

    Database(String title, String folder, String now) {
        this.title = title;
        this.folder = folder;
        this.now = now;
    }

    /** As a database calls itself; the driver knows without asking it. */
    static Database of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return Arrays.stream(values())
                .filter(database -> database.title.equals(product))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There are no inbox and outbox for '" + product + "'; there are for "
                                + Arrays.stream(values())
                                        .map(database -> database.title)
                                        .toList() + "."));
    }

    /** The word in the names of its scripts. */
    String folder() {
        return folder;
    }

    /** Microseconds since 1970, from a clock without a time zone. */
    String now() {
        return now;
    }
}
