package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The descriptors of the lock files that this process has open, as Linux tells: read once, when they are first needed. One
 * that is open all the time is never left out, since the kernel goes through them by number.
 */
final class OpenFiles {

    // Not /proc/self, which shows nothing once the process's first thread has ended.
    private static final Path DESCRIPTORS = Path.of("/proc/thread-self/fd");

    private static final Pattern LOCK_FILE = Pattern.compile("\\d\\d( \\(deleted\\))?");

    private @Nullable Map<Object, List<String>> byFile;

    /** The numbers of the descriptors of the file with this key. */
    List<String> of(Object file) throws IOException {
        if (byFile == null) {
            byFile = read();
        }
        return byFile.getOrDefault(file, List.of());
    }

    private static Map<Object, List<String>> read() throws IOException {
        Map<Object, List<String>> found = new HashMap<>();
        if (Files.isDirectory(DESCRIPTORS)) {
            try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
                for (Path open : descriptors) {
                    Object file = key(open);
                    if (file != null) {
                        found.computeIfAbsent(file, first -> new ArrayList<>())
                                .add(open.getFileName().toString());
                    }
                }
            }
        }
        return found;
    }

    private static @Nullable Object key(Path open) {
        try {
            // By name first: to look at a file of a network file system, which others have open, may take for ever.
            String name = Files.readSymbolicLink(open).getFileName().toString();
            if (!LOCK_FILE.matcher(name).matches()) {
                return null;
            }
            return Files.readAttributes(open, BasicFileAttributes.class).fileKey();
        } catch (IOException | RuntimeException closedOrNoPath) {
            return null;
        }
    }
}
