package io.lockkeeper.jdbc;

import io.lockkeeper.store.StoreAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a store's URL says: the driver's own, and after it parameters of ours, which the driver is not shown.
 *
 * @param url the driver's
 * @param settings all else
 */
record JdbcAddress(String url, JdbcSettings settings) {

    private static final String OURS = "lockkeeper.";
    private static final Set<String> KNOWN =
            Set.of("schema", "table-prefix", "create-tables", "timeout", "claim-time", "retention", "connections");

    static JdbcAddress parse(StoreAddress address) {
        for (String name : address.parameters().keySet()) {
            if (name.startsWith(OURS) && !KNOWN.contains(name.substring(OURS.length()))) {
                throw new IllegalArgumentException("The address " + Database.place(address.url())
                        + " has an unknown parameter '" + name
                        + "'; known are those of the driver and, each after '" + OURS + "', " + new TreeSet<>(KNOWN)
                        + ".");
            }
        }
        JdbcSettings settings = settings(address);
        refuseLoginBeforeHost(address.url());
        return new JdbcAddress(withoutOurs(address.url()), settings);
    }

    /** Most drivers take it for a host or a port, and show it in their messages. */
    private static void refuseLoginBeforeHost(String url) {
        boolean h2 =
                url.startsWith("jdbc:h2:"); // Its options come after a semicolon; elsewhere one belongs to a password.
        String place = url.replaceFirst(h2 ? "[?;].*" : "[?].*", "");
        if (place.indexOf('@') >= 0 && !isFile(place)) {
            throw new IllegalArgumentException(
                    "A database's address has user and password behind it, as the driver wants"
                            + " them: jdbc:…://host/database?user=…&password=…; this one has something before an @.");
        }
    }

    /** A file of H2's may be called anything. */
    static boolean isFile(String place) {
        return place.startsWith("jdbc:h2:") && !place.contains("//");
    }

    private static String withoutOurs(String url) {
        int question = url.indexOf('?');
        if (question < 0) {
            return url;
        }
        List<String> kept = new ArrayList<>();
        for (String pair : url.substring(question + 1).split("&", -1)) {
            if (!pair.startsWith(OURS)) {
                kept.add(pair);
            }
        }
        return url.substring(0, question) + (kept.isEmpty() ? "" : "?" + String.join("&", kept));
    }

    private static JdbcSettings settings(StoreAddress address) {
        JdbcSettings given = JdbcSettings.defaults();
        given = ours(address, "schema").map(given::withSchema).orElse(given);
        given = ours(address, "table-prefix").map(given::withTablePrefix).orElse(given);
        given = ours(address, "create-tables")
                .map(JdbcAddress::yesOrNo)
                .map(given::withCreateTables)
                .orElse(given);
        given = address.duration(OURS + "timeout").map(given::withTimeout).orElse(given);
        given = address.duration(OURS + "claim-time").map(given::withClaimTime).orElse(given);
        given = address.duration(OURS + "retention").map(given::withRetention).orElse(given);
        return ours(address, "connections")
                .map(JdbcAddress::number)
                .map(given::withConnections)
                .orElse(given);
    }

    private static Optional<String> ours(StoreAddress address, String name) {
        return address.parameter(OURS + name);
    }

    private static boolean yesOrNo(String text) {
        return switch (text) {
            case "yes", "true" -> true;
            case "no", "false" -> false;
            default -> throw new IllegalArgumentException("'create-tables' is yes or no; this one: '" + text + "'");
        };
    }

    private static int number(String text) {
        if (!text.matches("\\d{1,6}")) {
            throw new IllegalArgumentException("'connections' is a number; this one: '" + text + "'");
        }
        return Integer.parseInt(text);
    }
}
