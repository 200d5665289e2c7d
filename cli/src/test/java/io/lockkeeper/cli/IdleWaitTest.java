package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that waits for a lock on files sleeps in the kernel. */
final class IdleWaitTest {
    private static final Path LOCKS = Path.of("/proc/locks");

    @TempDir
    Path folder;

    @Test
    void theNextInLineAndTheOneAfterItAreWokenByTheKernel() throws Exception {
        assumeTrue(Files.isReadable(LOCKS), "Linux shows who waits for a file's lock");
        String store = "file:" + folder.resolve("locks");
        try (Lockkeeper holder = Lockkeeper.start(store, "run", "a", "--", "sh", "-c", "echo up; exec sleep 60")
                        .says("up");
                Lockkeeper next = Lockkeeper.start(store, "run", "a", "--", "true");
                Lockkeeper after = Lockkeeper.start(store, "run", "a", "--", "true")) {
            long first = next.jvm().pid();
            long second = after.jvm().pid();
            Eventually.until("both wait in the kernel", () -> waits(first) && waits(second));
            holder.send("TERM");
            assertThat(next.code()).as(next.err()).isZero();
            assertThat(after.code()).as(after.err()).isZero();
        }
    }

    /** A line such as {@code 7: -> POSIX ADVISORY READ 4711 fe:00:12 0 0}. */
    private static boolean waits(long pid) throws Exception {
        List<String> lines = Files.readAllLines(LOCKS);
        return lines.stream().anyMatch(line -> line.contains("-> POSIX") && line.contains(" " + pid + " "));
    }
}
