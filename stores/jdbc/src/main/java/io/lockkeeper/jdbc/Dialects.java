package io.lockkeeper.jdbc;

import io.lockkeeper.PlainText;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
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

    /** That of a driver's URL, if it is known. */
    static Optional<Dialect> of(String url) {
        return ALL.stream()
                .filter(dialect -> url.startsWith("jdbc:" + dialect.scheme() + ":"))
                .findFirst();
    }

    /** That of a database, as it calls itself. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return find(dialect -> dialect.isFor(product), product);
    }

    /** That of a database, which is asked whether it is what it calls itself. */
    static Dialect proven(Connection connection) throws SQLException {
        Dialect dialect = of(connection);
        Optional<String> refusal = dialect.refusal(version(connection));
        if (refusal.isPresent()) {
            throw new IllegalArgumentException(
                    PlainText.line("There is no lock table for this database: it calls itself " + dialect.title()
                            + ", but " + refusal.get() + "."));
        }
        return dialect;
    }

    /** H2 has no such question but the one after its name. */
    private static String version(Connection connection) throws SQLException {
        if (of(connection) instanceof H2) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
        return Command.answer(connection, "SELECT version()");
    }

    private static Dialect find(Predicate<Dialect> wanted, String asked) {
        return ALL.stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no lock table for " + PlainText.line(asked)
                        + "; there is for " + String.join(", ", schemes()) + "."));
    }
}
