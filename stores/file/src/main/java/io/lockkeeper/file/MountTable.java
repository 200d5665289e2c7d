package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The mounted file systems of Linux, and which of them a path ends in. Several may be mounted on one folder, as NFS is
 * on top of the automounter: then the topmost counts, which {@link Files#getFileStore} does not tell.
 */
final class MountTable {

    private static final Path TABLE = Path.of("/proc/thread-self/mountinfo");
    // "36 35 98:0 /root /mount/point rw,noatime shared:1 - ext3 /dev/root rw"
    private static final Pattern LINE =
            Pattern.compile("(\\d+) (\\d+) [^ ]+ [^ ]+ (/[^ ]*) .*?- ([^ ]+) .*", Pattern.DOTALL);
    private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");

    private final Map<Integer, Mount> mounts = new TreeMap<>();

    private record Mount(int id, int parent, Path point, String type) {}

    private MountTable(List<String> lines) {
        for (String line : lines) {
            Matcher fields = LINE.matcher(line);
            if (fields.matches()) {
                int id = Integer.parseInt(fields.group(1));
                Path point = path(fields.group(3));
                mounts.put(id, new Mount(id, Integer.parseInt(fields.group(2)), point, fields.group(4)));
            }
        }
    }

    /** The type of the file system in which a real path lies; empty where there is no table. */
    static Optional<String> typeOf(Path real) throws IOException {
        return Files.isReadable(TABLE)
                ? typeOf(real, List.of(Files.readString(TABLE, ISO_8859_1).split("\n", -1)))
                : Optional.empty();
    }

    /** The same by a table whose characters are the octets that the kernel shows. */
    static Optional<String> typeOf(Path real, List<String> table) {
        return new MountTable(table).reached(real).map(Mount::type);
    }

    /** Goes down from the root's mount as the kernel does: at each point into what is mounted there. */
    private Optional<Mount> reached(Path path) {
        Mount last = null;
        for (Mount next = root(); next != null; next = next(next, path)) {
            last = next;
        }
        return Optional.ofNullable(last);
    }

    private @Nullable Mount root() {
        return mounts.values().stream()
                .filter(mount -> mount.point.getNameCount() == 0 && !mounts.containsKey(mount.parent))
                .findFirst()
                .orElse(null);
    }

    private @Nullable Mount next(Mount parent, Path path) {
        return mounts.values().stream()
                .filter(mount -> mount.parent == parent.id && mount.id != parent.id && path.startsWith(mount.point))
                .min(Comparator.comparingInt(mount -> mount.point.getNameCount()))
                .orElse(null);
    }

    /** By way of an address, which has octets: they may be no text in the encoding of this process. */
    private static Path path(String field) {
        String octets = OCTAL.matcher(field)
                .replaceAll(found ->
                        Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(found.group(1), 8))));
        StringBuilder address = new StringBuilder("file://");
        octets.chars().forEach(octet -> address.append(octet == '/' ? "/" : String.format("%%%02x", octet)));
        return Path.of(URI.create(address.toString()));
    }
}
