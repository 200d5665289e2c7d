package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.PlainText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;

/** The kinds of database that there are. */
final class Dialects {

    private static final List<Dialect> ALL = List.of(new PostgreSql(), new MariaDb(), new MySql(), new H2());

    private Dialects() {}

    /** The words for them in URLs. */
    static List<String> schemes() {
        return ALL.stream().map(Dialect::scheme).toList();
    }

    /** By the word for it in URLs. */
    static Dialect named(String scheme) {
        return find(dialect -> dialect.scheme().equals(scheme), scheme);
    }

    /** That of a database, as it calls itself. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return find(dialect -> dialect.title().equals(product), product);
    }

    private static Dialect find(Predicate<Dialect> wanted, String asked) {
        return ALL.stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no idempotency table for "
                        + PlainText.line(asked) + "; there is for " + String.join(", ", schemes()) + "."));
    }
}
