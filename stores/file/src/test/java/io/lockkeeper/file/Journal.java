package io.lockkeeper.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * A file in which processes count under a lock, each step one write at the place that they read to be the
 * end: two at once would overwrite each other, and one of them would miss a step.
 */
final class Journal {

    private static final int STEP = 3 * Long.BYTES;

    private Journal() {}

    /** Counts until the process is killed. */
    static String count(DistributedLock lock, Path file) throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid();
        try (FileChannel journal = FileChannel.open(file, CREATE, WRITE)) {
            for (long step = 1; ; step++) {
                try (Lease lease = lock.acquire()) {
                    long end = journal.size();
                    if (step % 8 == 0) {
                        Thread.onSpinWait();
                    }
                    ByteBuffer entry = ByteBuffer.allocate(STEP);
                    journal.write(
                            entry.putLong(pid)
                                    .putLong(step)
                                    .putLong(lease.token())
                                    .flip(),
                            end);
                }
            }
        }
    }

    /** How many steps were counted. */
    static long steps(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) / STEP : 0;
    }

    /** No process misses a step, and tokens grow from each step to the next. */
    static void verify(Path file) throws IOException {
        ByteBuffer journal = ByteBuffer.wrap(Files.readAllBytes(file));
        assertThat(journal.remaining() % STEP)
                .as("the bytes of a half-written step")
                .isZero();
        Map<Long, Long> last = new HashMap<>();
        long token = 0;
        while (journal.hasRemaining()) {
            long pid = journal.getLong();
            assertThat(journal.getLong())
                    .as("the step of process %d, after %d others", pid, journal.position() / STEP)
                    .isEqualTo(last.merge(pid, 1L, Long::sum));
            long next = journal.getLong();
            assertThat(next).as("the token of process %d", pid).isGreaterThan(token);
            token = next;
        }
    }
}
