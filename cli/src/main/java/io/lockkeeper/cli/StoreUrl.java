package io.lockkeeper.cli;

import io.lockkeeper.store.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Which store is meant. */
final class StoreUrl {
    /** The variable that names the store for lockkeeper, and for COMMAND. */
    static final String VARIABLE = "LOCKKEEPER_STORE";

    private static final String FILE = "file:";
    private static final String PASSWORD_FILE = "password-file";
    private static final Path STANDARD_INPUT = Path.of("/dev/fd/0");
    /** What Java reads where bytes are no text. */
    static final char NO_TEXT = '\uFFFD';

    /** Stores whose answer means that nothing of a release is left to be done in this process. An H2 database writes at its end. */
    private static final Set<String> KEPT_ELSEWHERE =
            Set.of("file", "redis", "rediss", "etcd", "etcds", "zk", "zks", "memcached", "memcacheds");

    private static volatile String used = "";

    private StoreUrl() {}

    /** Whether the store that this process uses keeps its locks outside of the process, for sure. */
    static boolean isKeptElsewhere() {
        int colon = used.indexOf(':');
        return colon > 0 && KEPT_ELSEWHERE.contains(used.substring(0, colon).toLowerCase(Locale.ROOT));
    }

    /** The store that the command line names, or the environment, or a file of defaults, or the user's own. */
    static String of(Arguments arguments) {
        used = found(arguments);
        return used;
    }

    private static String found(Arguments arguments) {
        String url = chosen(arguments);
        checkPasswordFile(url);
        if (isRelative(url)) {
            checkBytes(
                    "The working directory's name", Path.of("").toAbsolutePath().toString());
        }
        return url;
    }

    /** The standard input of `run` is COMMAND's. This process hears its supervisor there. */
    private static void checkPasswordFile(String url) {
        if (!Main.isSupervised() || !url.contains(PASSWORD_FILE)) {
            return;
        }
        Map<String, String> parameters = StoreAddress.parse(url).parameters();
        for (String name : List.of(PASSWORD_FILE, "lockkeeper." + PASSWORD_FILE)) {
            String file = parameters.get(name);
            if (file != null && isStandardInput(file)) {
                throw new UsageException("The password file '" + file
                        + "' is standard input, which lockkeeper does not read here. Name another file.");
            }
        }
    }

    private static boolean isStandardInput(String file) {
        try {
            return Files.isSameFile(Path.of(file), STANDARD_INPUT);
        } catch (IOException | InvalidPathException unreadable) {
            return false; // Whoever reads it says why.
        }
    }

    private static String chosen(Arguments arguments) {
        if (arguments.isGiven(Option.STORE)) {
            return named(arguments.value(Option.STORE, ""), Option.STORE.name());
        }
        String file = arguments.value(Option.STORE);
        String environment = System.getenv(VARIABLE);
        if (environment != null) {
            String named = named(environment, "$" + VARIABLE);
            checkBytes("$" + VARIABLE, named);
            return file != null && isSameWithoutSecrets(named, file) ? file : named;
        }
        return file == null ? ownFolder() : file;
    }

    /**
     * Refuses what is no text. Java has one and the same character for all such bytes: two folders would become one, and
     * neither would be the one that is meant.
     */
    static void checkBytes(String what, String text) {
        if (text.indexOf(NO_TEXT) >= 0) {
            throw new UsageException(what + " is not UTF-8. Name a store by --store with an absolute address that is.");
        }
    }

    /** Whether a run under the file's store named it to its COMMAND, which is this process: the password is the file's. */
    private static boolean isSameWithoutSecrets(String url, String file) {
        try {
            return url.equals(forCommand(file));
        } catch (IllegalArgumentException malformed) {
            // It is not used then, so it need not be right.
            return false;
        }
    }

    /** A name that is empty may be a variable that is not set. The default would lock where nobody else does. */
    private static String named(String url, String source) {
        if (url.isBlank()) {
            throw new UsageException(source + " is empty. It must name a store, such as redis://localhost:6379 or"
                    + " file:/var/lock/app, or be left out, which means file:~/.local/state/lockkeeper.");
        }
        return url;
    }

    /**
     * A folder of the user's own. It depends on nothing that differs between a terminal and cron, as the XDG variables
     * do: the same user must always meet the same locks.
     */
    private static String ownFolder() {
        String home = home();
        if (!home.startsWith("/")) {
            throw new UsageException("This user has no home directory for locks. Name a store with --store URL or $"
                    + VARIABLE + ", such as file:/var/lock/app.");
        }
        checkBytes("The home directory's name", home);
        return FILE + encoded(home.equals("/") ? "" : home) + "/.local/state/lockkeeper";
    }

    /**
     * The user's home directory; an absolute path unless there is none. {@code HOME} wins over what the system has on
     * record, but not if it is another user's: sudo may leave it as it was, and root would then own that user's locks.
     */
    static String home() {
        String registered = System.getProperty("user.home", "");
        String named = System.getenv("HOME");
        if (named == null || named.equals(registered) || !named.startsWith("/")) {
            return registered;
        }
        return registered.startsWith("/") && isForeign(Path.of(named)) ? registered : named;
    }

    private static boolean isForeign(Path folder) {
        try {
            return !Files.getOwner(folder).getName().equals(System.getProperty("user.name"));
        } catch (IOException notThere) {
            return false;
        }
    }

    /** The same store for another process, which may work in another folder: without user and password. */
    static String forCommand(String store) {
        String url = StoreAddress.parse(store).withoutSecrets();
        if (!isRelative(url)) {
            return url;
        }
        return FILE + encoded(Path.of("").toAbsolutePath().toString()) + "/" + url.substring(FILE.length());
    }

    /** Whether a process of another working folder would understand it otherwise. */
    static boolean isRelative(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith(FILE) && !url.startsWith("/", FILE.length());
    }

    private static String encoded(String path) {
        return path.replace("%", "%25").replace("?", "%3F");
    }
}
