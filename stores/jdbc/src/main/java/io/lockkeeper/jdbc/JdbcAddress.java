package io.lockkeeper.jdbc;

import io.lockkeeper.store.StoreAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a store's URL says: the driver's own, and after it parameters of ours, which the driver is not shown.
 *
 * @param url the driver's
 * @param settings all else
 */
record JdbcAddress(String url, JdbcSettings settings) {

    private static final String OURS = "lockkeeper.";
    /** The parameter that names a file with the password. */
    static final String PASSWORD_FILE = OURS + "password-file";

    private static final Pattern PASSWORD = Pattern.compile("(?i)[?&;]password=");
    private static final Set<String> KNOWN = Set.of(
            "schema",
            "table-prefix",
            "create-tables",
            "timeout",
            "claim-time",
            "retention",
            "connections",
            "password-file");

    static JdbcAddress parse(StoreAddress address) {
        for (String name : address.parameters().keySet()) {
            if (name.startsWith(OURS) && !KNOWN.contains(name.substring(OURS.length()))) {
                throw new IllegalArgumentException("The address " + address
                        + " has an unknown parameter '" + name
                        + "'; known are those of the driver and, each after '" + OURS + "', " + new TreeSet<>(KNOWN)
                        + ".");
            }
        }
        if (address.parameter(PASSWORD_FILE).isPresent()
                && PASSWORD.matcher(address.url()).find()) {
            throw new IllegalArgumentException(
                    "The address " + address + " has a password and a '" + PASSWORD_FILE + "'.");
        }
        JdbcSettings settings = settings(address);
        refuseSecretsBeforeParameters(address.url());
        return new JdbcAddress(withoutOurs(address.url()), settings);
    }

    /**
     * Drivers show in their messages what they take for a host, a port or a database; H2 shows the whole URL if its settings
     * are malformed.
     */
    private static void refuseSecretsBeforeParameters(String url) {
        String place = url.replaceFirst("(?s)[?;].*", "");
        boolean known = Dialects.of(url).isPresent();
        if (known ? isHidden(url, place) : place.matches("(?s).*[@=].*")) {
            throw new IllegalArgumentException(
                    "A database's address must have its user and password at the end, as the driver expects them:"
                            + " jdbc:…://host/database?user=…&password=…, or for H2 jdbc:h2:…;USER=…;PASSWORD=…; this one may"
                            + " have a password before its parameters.");
        }
    }

    /** Whether something before the parameters can't be shown. A file of H2's may be called anything. */
    private static boolean isHidden(String url, String place) {
        boolean file = place.startsWith("jdbc:h2:") && !place.contains("//");
        String shown = StoreAddress.shown(file ? "jdbc:h2:mem:" + url.substring(place.length()) : url);
        return shown.replaceFirst("[?;].*", "").contains("***");
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
