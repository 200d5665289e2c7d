package io.lockkeeper.store;

import io.lockkeeper.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a store's address may be shown. It is put together from parts that are recognised and known to be harmless: scheme,
 * hosts, ports, database or path, and parameters that hold no secret. Of an address in a form that is not known here, only
 * the scheme is shown, since nobody can tell where in it a password is.
 */
final class ShownAddress {

    private static final String HIDDEN = "***";

    private static final Pattern SCHEME = Pattern.compile("([a-z][a-z0-9+.-]{0,30}):.*", flags());

    /** What addresses of servers begin with; a login may follow, then the servers. */
    private static final Pattern NETWORK = Pattern.compile(
            "(?!jdbc:)[a-z][a-z0-9+.-]*://(?!/)|jdbc:(?:postgresql|h2:tcp|h2:ssl)://"
                    + "|jdbc:(?:mysql|mariadb|mysql\\+srv)(?::(?:replication|loadbalance|load-balance|load-balance-read|sequential"
                    + "|failover))?://",
            flags());

    private static final Pattern LOCAL = Pattern.compile(
            "(?:file|memory):(?!//[^/]).*|jdbc:postgresql:[\\w$.-]+|jdbc:h2:(?:file:)?[~./][\\p{L}\\p{N}_./~%+ @-]*"
                    + "|jdbc:h2:(?!tcp:|ssl:)[\\p{L}\\p{N}_./\\\\~:%+ -]*",
            flags());

    /** All of them with a value: H2 shows an address with half a password, after a semicolon in it, as it is. */
    private static final Pattern SETTINGS = Pattern.compile("(?:[^;=]++=(?:[^;\\\\]++|\\\\.)*+(?:;|$))*+", flags());

    private static final Pattern H2 = Pattern.compile("jdbc:h2:", flags());

    private static final String HOST = "(?:[\\w.-]+|\\[[\\w:.%]+\\])(?::\\d{1,5})?";
    /** As the drivers of MariaDB and MySQL know them: {@code address=(host=a)(port=1)} and {@code (host=a,port=1)}. */
    private static final String PAIR = "\\w+=[^()=,@]*";

    private static final String SERVER =
            "(?:" + HOST + "|address=(?:\\(" + PAIR + "\\))+|\\(" + PAIR + "(?:," + PAIR + ")*\\))";
    private static final Pattern SERVERS = Pattern.compile("(?:" + SERVER + "(?:," + SERVER + ")*)?", flags());
    private static final Pattern SERVER_PAIR = Pattern.compile("(\\w+)=([^()=,@]+)");
    /** With their commas and parentheses. */
    private static final String HIDDEN_PAIRS = "\\(\\*{3}(?:,\\*{3})*\\)|(?:,\\*{3})+(?=[,)])|(?<=\\()(?:\\*{3},)+";

    private static final Set<String> SERVER_KEYS = Set.of("host", "port", "type", "priority");

    private static final Pattern PATH = Pattern.compile("(?:/[\\p{L}\\p{N}_.~%+:$-]*)*");
    private static final Pattern DATABASE = Pattern.compile("/[\\p{L}\\p{N}_.~%+:$-]*");
    private static final Pattern NUMBER = Pattern.compile("/?\\d*");
    private static final Pattern NO_PATH = Pattern.compile("/?");

    /** This product's own parameters, then those of database drivers. */
    private static final Set<String> HARMLESS =
            Set.of(("prefix password-file timeout claim-time retention ttl session shared mode verify cacert cert key"
                            + " lockkeeper.schema lockkeeper.table-prefix lockkeeper.create-tables lockkeeper.timeout lockkeeper.password-file"
                            + " lockkeeper.claim-time lockkeeper.retention lockkeeper.connections"
                            + " user ssl sslmode usessl requiressl sslrootcert currentschema applicationname"
                            + " connecttimeout sockettimeout logintimeout tcpkeepalive targetservertype"
                            + " loadbalancehosts preparethreshold preferquerymode servertimezone connectiontimezone"
                            + " timezone characterencoding useunicode autoreconnect allowpublickeyretrieval"
                            + " db_close_delay db_close_on_exit auto_server ifexists database_to_upper"
                            + " case_insensitive_identifiers lock_timeout")
                    .split(" "));

    /** An @ before the first = of a parameter. */
    private static final Pattern STRAY_LOGIN = Pattern.compile("(?:^|&)[^=&]*@");

    private static final Pattern PLAIN_VALUE = Pattern.compile("[\\p{L}\\p{N}_.:,/+%~-]*");

    /** A name for a file is no secret, and of use only together with the user. */
    private static final Pattern PASSWORD_FILE = Pattern.compile("(?:^|&)(?:lockkeeper\\.)?password-file=");

    private static final Pattern USER = Pattern.compile("[\\p{L}\\p{N}_.%~-]+");

    private final String mark;

    private ShownAddress(String mark) {
        this.mark = mark;
    }

    /** For messages, with a mark for what is left out. */
    static String of(String url) {
        return PlainText.of(new ShownAddress(HIDDEN).text(url));
    }

    /** As an address of the same store, if its form is known: without login, and without parameters that may hold a secret. */
    static String withoutSecrets(String url) {
        return new ShownAddress("").text(url);
    }

    private String text(String url) {
        Matcher form = SCHEME.matcher(url);
        if (!form.matches()) {
            return HIDDEN;
        }
        String scheme = form.group(1).toLowerCase(Locale.ROOT);
        String[] halves = url.split("\\?", 2);
        String query = halves.length < 2 ? "" : halves[1];
        String[] front = H2.matcher(url).lookingAt() ? halves[0].split(";", 2) : new String[] {halves[0]};
        boolean byFile = PASSWORD_FILE.matcher(query).find();
        String place = place(front[0], scheme, byFile);
        // An @ so late may be that of a login with a question mark in it, whose first half was taken for a server.
        boolean late = scheme.equals("jdbc") ? STRAY_LOGIN.matcher(query).find() : query.indexOf('@') >= 0;
        String settings = front.length < 2 ? "" : front[1];
        if (place.isEmpty() || late || !SETTINGS.matcher(settings).matches()) {
            return scheme + ":" + HIDDEN;
        }
        return place
                + (settings.isEmpty() ? "" : options(settings, ";", ";", byFile))
                + (query.isEmpty() ? "" : options(query, "?", "&", byFile));
    }

    /** What stands before the parameters; empty if its form is not known. */
    private String place(String front, String scheme, boolean byFile) {
        Matcher network = NETWORK.matcher(front);
        if (!network.lookingAt()) {
            return LOCAL.matcher(front).matches() ? front : "";
        }
        String rest = front.substring(network.end());
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String path = slash < 0 ? "" : rest.substring(slash);
        int at = authority.lastIndexOf('@');
        String servers = authority.substring(at + 1);
        Pattern paths = switch (scheme) {
            case "redis", "rediss" -> NUMBER;
            case "etcd", "etcds", "memcached", "memcacheds" -> NO_PATH;
            // Its driver logs the address as it is if it has another number of slashes.
            default -> network.group().startsWith("jdbc:postgresql:") ? DATABASE : PATH;
        };
        if (!SERVERS.matcher(servers).matches() || !paths.matcher(path).matches()) {
            return "";
        }
        boolean user = at >= 0
                && mark.isEmpty()
                && byFile
                && USER.matcher(authority.substring(0, at)).matches();
        String login = user ? authority.substring(0, at + 1) : at < 0 || mark.isEmpty() ? "" : mark + "@";
        String shown = SERVER_PAIR.matcher(servers).replaceAll(ShownAddress::pair);
        return network.group()
                + login
                + (mark.isEmpty() && shown.contains(HIDDEN) ? shown.replaceAll(HIDDEN_PAIRS, "") : shown)
                + path;
    }

    private static String pair(MatchResult pair) {
        boolean harmless = SERVER_KEYS.contains(pair.group(1).toLowerCase(Locale.ROOT))
                && PLAIN_VALUE.matcher(pair.group(2)).matches();
        return Matcher.quoteReplacement(harmless ? pair.group() : HIDDEN);
    }

    private String options(String text, String first, String between, boolean byFile) {
        List<String> kept = new ArrayList<>();
        boolean hidden = false;
        for (String option : text.split("(?<!\\\\)" + between, -1)) {
            if (isHarmless(option) && !(mark.isEmpty() && isUser(option) && !byFile)) {
                kept.add(option);
            } else {
                hidden = true;
            }
        }
        if (hidden && !mark.isEmpty()) {
            kept.add(mark);
        }
        return kept.isEmpty() ? "" : first + String.join(between, kept);
    }

    /** Harmless in a message, but half of a login. */
    private static boolean isUser(String option) {
        return option.toLowerCase(Locale.ROOT).startsWith("user=");
    }

    private static boolean isHarmless(String option) {
        String[] halves = option.split("=", 2);
        String name = halves[0].toLowerCase(Locale.ROOT);
        return halves.length == 2
                && (HARMLESS.contains(name)
                        ? PLAIN_VALUE.matcher(halves[1]).matches()
                        : name.equals("acl") && Set.of("open", "creator").contains(halves[1]));
    }

    private static int flags() {
        return Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
    }
}
