package io.lockkeeper.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's own list of this process's file locks, where there is one, which is on Linux.
 *
 * <p>It is there for those who open and close a lock file in this process without knowing what that does:
 * POSIX frees all locks of the process on it, and tells nobody.
 */
final class KernelLocks {

    private static final Path LIST = Path.of("/proc/locks");
    private static final Pattern MINE = Pattern.compile(
            "\\d+: POSIX +ADVISORY +WRITE +" + ProcessHandle.current().pid() + " \\S+ (\\d+) \\d+");

    /** Whether the list shows locks of this process; in some sandboxes it is empty. */
    private static @Nullable Boolean complete;

    private KernelLocks() {}

    /** Takes note of a byte that has just been locked, and so learns whether the list can be relied upon. */
    static void locked(long offset) throws IOException {
        if (complete == null) {
            complete = Files.isReadable(LIST) && offsets().contains(offset);
        }
    }

    /** Whether {@link #offsets} means anything here. */
    static boolean areKnown() {
        return Boolean.TRUE.equals(complete);
    }

    /**
     * The bytes that this process has locked for writing, in any file. The kernel gives its list page by page;
     * while other locks come and go, an entry may be missed.
     */
    static Set<Long> offsets() throws IOException {
        Set<Long> offsets = new HashSet<>();
        try (BufferedReader lines = Files.newBufferedReader(LIST)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher mine = MINE.matcher(line);
                if (mine.matches()) {
                    offsets.add(Long.parseLong(mine.group(1)));
                }
            }
        }
        return offsets;
    }
}
