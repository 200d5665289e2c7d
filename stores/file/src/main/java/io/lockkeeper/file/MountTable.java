package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The mounted file systems of Linux, and which of them a path ends in. Several may be mounted on one folder, as NFS is
 * on top of the automounter: then the topmost counts, which {@link Files#getFileStore} does not tell.
 */
final class MountTable {

    private static final Path TABLE = Path.of("/proc/thread-self/mountinfo");
    private static final HexFormat HEX = HexFormat.of();

    private final Map<Integer, Mount> mounts = new TreeMap<>();

    private record Mount(int id, int parent, Path point, String type) {}

    /** No regular expressions and no streams: this is part of each start of the command line. */
    private MountTable(List<String> lines) {
        for (String line : lines) {
            Mount mount = mount(line);
            if (mount != null) {
                mounts.put(mount.id, mount);
            }
        }
    }

    /** Of a line such as "36 35 98:0 /root /mount/point rw,noatime shared:1 - ext3 /dev/root rw"; null if it is none. */
    private static @Nullable Mount mount(String line) {
        String[] fields = line.split(" ", 6);
        int dash = fields.length < 6 ? -1 : fields[5].indexOf("- ");
        int type = dash + 2;
        int end = dash < 0 ? -1 : fields[5].indexOf(' ', type);
        if (end <= type || !isNumber(fields[0]) || !isNumber(fields[1]) || !fields[4].startsWith("/")) {
            return null;
        }
        return new Mount(
                Integer.parseInt(fields[0]),
                Integer.parseInt(fields[1]),
                path(fields[4]),
                fields[5].substring(type, end));
    }

    private static boolean isNumber(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) < '0' || text.charAt(at) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
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
        for (Mount mount : mounts.values()) {
            if (mount.point.getNameCount() == 0 && !mounts.containsKey(mount.parent)) {
                return mount;
            }
        }
        return null;
    }

    private @Nullable Mount next(Mount parent, Path path) {
        Mount nearest = null;
        for (Mount mount : mounts.values()) {
            if (mount.parent == parent.id
                    && mount.id != parent.id
                    && path.startsWith(mount.point)
                    && (nearest == null || mount.point.getNameCount() < nearest.point.getNameCount())) {
                nearest = mount;
            }
        }
        return nearest;
    }

    /** By way of an address, which has octets: they may be no text in the encoding of this process. */
    private static Path path(String field) {
        if (isPlain(field)) {
            return Path.of(field);
        }
        StringBuilder address = new StringBuilder("file://");
        for (int at = 0; at < field.length(); at++) {
            int octet = field.charAt(at);
            if (octet == '\\') {
                octet = Integer.parseInt(field, at + 1, at + 4, 8);
                at += 3;
            }
            if (octet == '/') {
                address.append('/');
            } else {
                address.append('%').append(HEX.toHexDigits((byte) octet));
            }
        }
        return Path.of(URI.create(address.toString()));
    }

    private static boolean isPlain(String field) {
        for (int at = 0; at < field.length(); at++) {
            char octet = field.charAt(at);
            if (octet <= ' ' || octet > '~' || octet == '\\') {
                return false;
            }
        }
        return true;
    }
}
