package io.lockkeeper.idempotency.dedupe;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Names of tables and columns, checked before they become part of a statement: values are parameters, names cannot be. */
final class Identifier {

    /** No database accepts more. */
    static final int LONGEST = 63;

    private static final Pattern COLUMN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,62}");
    private static final Pattern TABLE = Pattern.compile("(" + COLUMN.pattern() + "\\.)?" + COLUMN.pattern());

    private Identifier() {}

    static String table(String name) {
        if (!TABLE.matcher(name).matches()) {
            throw new IllegalArgumentException("A table's name is letters (A to Z), digits and underscores, with or"
                    + " without that of its schema and a dot before it; this one: '" + name + "'");
        }
        return name;
    }

    static String column(String name) {
        if (!COLUMN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "A column's name is letters (A to Z), digits and underscores; this one: '" + name + "'");
        }
        return name;
    }

    static void distinct(Collection<String> columns) {
        Set<String> seen = new TreeSet<>();
        for (String name : columns) {
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException("The column '" + name + "' is named twice in " + columns + ".");
            }
        }
    }
}
