package io.lockkeeper.idempotency.messaging;

import java.util.Locale;

/**
 * The statements that create the tables of inbox and outbox, for tools that change a database's schema. They are files on the class
 * path, too: {@code lockkeeper-ddl/messaging-postgresql.sql}, {@code -mariadb.sql} (MySQL's as well) and {@code -h2.sql}.
 */
public final class MessagingTables {

    private MessagingTables() {}

    /**
     * Returns the statements for a kind of database, each ended by a semicolon, with comments. They do nothing where the tables are.
     *
     * @param database {@code postgresql}, {@code mariadb}, {@code mysql} or {@code h2}
     * @throws IllegalArgumentException if there is no such kind
     */
    public static String script(String database) {
        return script(Database.valueOf(database.toUpperCase(Locale.ROOT)));
    }

    static String script(Database database) {
        return Sql.resource("/lockkeeper-ddl/messaging-" + database.folder() + ".sql");
    }
}
