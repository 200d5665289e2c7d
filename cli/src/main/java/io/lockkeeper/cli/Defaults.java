package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.store.StoreAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Files with defaults of options: lines {@code option = value}, without dashes; {@code #} begins a line that is a comment.
 * The user's file wins over the machine's, and the environment and the command line win over both.
 */
final class Defaults {
    static final Path MACHINE = Path.of("/etc/lockkeeper.conf");
    private static final String USER = ".config/lockkeeper.conf";

    /** Which device a file is; 0 for what is none. */
    private static final String DEVICE = "unix:rdev";

    private final Arguments arguments;

    private Defaults(Arguments arguments) {
        this.arguments = arguments;
    }

    /** Adds to a command line what the files say, if its verb has such options. */
    static void fill(Arguments arguments) throws IOException {
        String home = StoreUrl.home();
        fill(arguments, MACHINE, home.startsWith("/") ? Path.of(home, USER) : null);
    }

    static void fill(Arguments arguments, Path machine, @Nullable Path user) throws IOException {
        // By name: a record's equals costs ten milliseconds at its first use.
        if (arguments.syntax().named(Option.NO_CONFIG.name()) == null || arguments.has(Option.NO_CONFIG)) {
            return;
        }
        Defaults defaults = new Defaults(arguments);
        if (isThere(machine)) {
            defaults.read(machine, 0);
        }
        if (user != null) {
            checkHome(user);
        }
        if (user != null && isThere(user)) {
            try {
                checkOwner(user);
            } catch (IOException unreadable) {
                throw unreadable(user, unreadable);
            }
            defaults.read(user, 1);
        }
    }

    /** Bytes that are no text lead Java to another file. */
    private static void checkHome(Path user) {
        if (user.toString().indexOf(StoreUrl.NO_TEXT) >= 0) {
            throw new UsageException(
                    "The home directory's name is not UTF-8, so the file of defaults there cannot be read."
                            + " To do without it, use --no-config.");
        }
    }

    /** A link to nothing is there, and so is what may not be looked at: skipped, another store would be used. */
    private static boolean isThere(Path file) {
        return !Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static UsageException unreadable(Path file, IOException why) {
        String reason = why instanceof AccessDeniedException
                ? "permission denied"
                : why instanceof NoSuchFileException ? "it is a link to nothing" : String.valueOf(why.getMessage());
        return new UsageException(file + " cannot be read (" + reason + "). To do without it, use --no-config.");
    }

    /** Who can write to this file can have this user, who may be root, connect to any address. */
    private static void checkOwner(Path file) throws IOException {
        String user = System.getProperty("user.name", "?");
        String owner = Files.getOwner(file).getName();
        boolean foreign = !user.equals("?") && !owner.equals(user) && !owner.equals("root");
        if (foreign || permissions(file).contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new UsageException(
                    file + " is not read, because others than its reader can write to it (its owner is " + owner
                            + "). Correct that with chown and chmod, or use --no-config.");
        }
    }

    private static Set<PosixFilePermission> permissions(Path file) throws IOException {
        return Files.getPosixFilePermissions(file);
    }

    /** To open a FIFO waits for ever. The null device, linked or mounted there, is how an administrator has a file read as empty. */
    private static void checkKind(Path file) throws IOException {
        if (Files.readAttributes(file, BasicFileAttributes.class).isOther()
                && !Files.getAttribute(file, DEVICE).equals(Files.getAttribute(Path.of("/dev/null"), DEVICE))) {
            throw new IOException("it is not a regular file");
        }
    }

    private void read(Path file, int rank) throws IOException {
        String text;
        try {
            checkKind(file);
            text = new String(Files.readAllBytes(file), ISO_8859_1);
        } catch (IOException unreadable) {
            // To go on without it could mean to lock in another store than all others do.
            throw unreadable(file, unreadable);
        }
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.stripLeading().startsWith("#")) { // A comment may be in any encoding.
                String content = decoded(line, file, number).strip();
                if (!content.isEmpty()) {
                    add(content, file, number, rank);
                }
            }
        }
    }

    private static String decoded(String line, Path file, int number) {
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(line.getBytes(ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException bytes) {
            throw new UsageException(file + ", line " + number + ": this line is not UTF-8.");
        }
    }

    private void add(String line, Path file, int number, int rank) throws IOException {
        String place = file + ", line " + number;
        int equals = line.indexOf('=');
        String key = equals < 0 ? line : line.substring(0, equals).strip();
        Option option = setting(key);
        if (option == null) {
            // Anything else may be an address with a password.
            String shown = key.matches("[a-z-]{1,40}") ? "'" + key + "'" : "this line";
            throw new UsageException(
                    place + ": " + shown + " is not a setting. The settings are " + String.join(", ", keys()) + ".");
        }
        String value = equals < 0 ? "" : line.substring(equals + 1).strip();
        if (value.isEmpty() || (option.isFlag() && !value.equals("yes") && !value.equals("no"))) {
            throw new UsageException(place + ": " + key + " needs a value: " + key + " = "
                    + (option.isFlag() ? "yes or " + key + " = no" : option.argument()) + ".");
        }
        if (option.key().equals(Option.STORE.key())) {
            if (StoreUrl.isRelative(value)) {
                throw new UsageException(place + ": the folder of " + key + " must begin with /: every process has a"
                        + " working folder of its own, and would lock there.");
            }
            warnOfReaders(file, value);
        }
        boolean unset = option.isFlag() && value.equals("no");
        arguments.addDefault(option, unset ? null : value, rank, key + " (" + place + ")");
    }

    private void warnOfReaders(Path file, String url) throws IOException {
        boolean secret = !StoreAddress.shown(url).equals(url);
        if (secret && permissions(file).contains(PosixFilePermission.OTHERS_READ)) {
            Output.error(
                    "warning: " + file + " may contain a password, and all users can read it (chmod o-r " + file + ")");
        }
    }

    private @Nullable Option setting(String key) {
        Option own = setting(arguments.syntax(), key);
        if (own != null) {
            return own;
        }
        // Those of other verbs are no errors, and of no effect.
        for (Syntax syntax : Verbs.syntaxes()) {
            Option option = setting(syntax, key);
            if (option != null) {
                return option;
            }
        }
        return null;
    }

    private static @Nullable Option setting(Syntax syntax, String key) {
        for (Option option : syntax.options()) {
            if (option.isSetting() && option.key().equals(key)) {
                return option;
            }
        }
        return null;
    }

    /** What a file may set. */
    static Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        for (Syntax syntax : Verbs.syntaxes()) {
            syntax.options().stream().filter(Option::isSetting).map(Option::key).forEach(keys::add);
        }
        return keys;
    }
}
