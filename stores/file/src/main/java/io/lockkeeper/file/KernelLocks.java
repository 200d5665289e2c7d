package io.lockkeeper.file;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says of the bytes of one open file that this process has locked; only Linux says it.
 *
 * <p>{@code /proc/self/fdinfo/N} lists the locks that were made through descriptor N, all as of one moment: the kernel
 * holds the file's own list still while it writes them down. {@code /proc/locks}, the list of the whole machine, is read
 * page by page and misses entries while others come and go.
 *
 * <p>Java does not tell a channel's descriptor, so all descriptors of the file count. Neighbouring bytes are one range.
 */
final class KernelLocks {

    private static final Path DETAILS = Path.of("/proc/thread-self/fdinfo");
    private static final Pattern WRITE_LOCK =
            Pattern.compile("^lock:\\s+\\d+: POSIX +\\S+ +WRITE .* (\\d+) (\\d+|EOF)$", Pattern.MULTILINE);

    private final @Nullable Object file;
    private @Nullable String descriptor;

    /** For the file with this key. */
    KernelLocks(@Nullable Object file) {
        this.file = file;
    }

    /** Ranges of bytes that are locked for writing, from their first byte to their last. */
    record Ranges(NavigableMap<Long, Long> ends) {

        boolean contains(long offset) {
            Map.Entry<Long, Long> range = ends.floorEntry(offset);
            return range != null && range.getValue() >= offset;
        }
    }

    /** What this process has locked; nothing where nobody tells. */
    Ranges read(OpenFiles open) throws IOException {
        NavigableMap<Long, Long> ends = new TreeMap<>();
        boolean shown = descriptor != null && readInto(ends, descriptor);
        return shown ? new Ranges(ends) : readAll(open);
    }

    /** The same, whichever descriptor it showed before. */
    Ranges readAll(OpenFiles open) throws IOException {
        NavigableMap<Long, Long> ends = new TreeMap<>();
        if (file != null) {
            for (String candidate : open.of(file)) {
                if (readInto(ends, candidate)) {
                    descriptor = candidate;
                }
            }
        }
        return new Ranges(ends);
    }

    private static boolean readInto(NavigableMap<Long, Long> ends, String descriptor) throws IOException {
        String details;
        try {
            details = new String(Files.readAllBytes(DETAILS.resolve(descriptor)), US_ASCII);
        } catch (NoSuchFileException closed) {
            return false;
        }
        Matcher locks = WRITE_LOCK.matcher(details);
        boolean any = false;
        while (locks.find()) {
            any = true;
            long end = locks.group(2).equals("EOF") ? Long.MAX_VALUE : Long.parseLong(locks.group(2));
            ends.merge(Long.parseLong(locks.group(1)), end, Math::max);
        }
        return any;
    }
}
