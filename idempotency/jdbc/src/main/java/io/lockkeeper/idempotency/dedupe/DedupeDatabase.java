package io.lockkeeper.idempotency.dedupe;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;

/** The databases that can have a dedupe table. */
public enum DedupeDatabase {
    /** PostgreSQL, 12 or later. */
    POSTGRESQL("PostgreSQL"),
    /** MariaDB, 10.6 or later. */
    MARIADB("MariaDB"),
    /** MySQL, 8.0 or later. */
    MYSQL("MySQL"),
    /** H2, 2.3 or later. */
    H2("H2");

    private final String title;

    DedupeDatabase(String title) {
        this.title = title;
    }

    Dialect dialect() {
        return switch (this) {
            case POSTGRESQL -> new PostgreSql();
            case MARIADB -> new MariaDb();
            case MYSQL -> new MySql();
            case H2 -> new H2();
        };
    }

    String title() {
        return title;
    }

    /** As a database calls itself; the driver knows without asking it. */
    static DedupeDatabase of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        for (DedupeDatabase database : values()) {
            if (database.title.equals(product)) {
                return database;
            }
        }
        throw new IllegalArgumentException("There is no dedupe table for '" + product + "'; there is for "
                + Arrays.stream(values()).map(DedupeDatabase::title).toList() + ".");
    }
}
