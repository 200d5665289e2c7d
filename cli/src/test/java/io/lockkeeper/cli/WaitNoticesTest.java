package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a wait says where nobody watches: what it waits for, and what keeps it from asking. */
final class WaitNoticesTest {
    private static final String HOLD = "echo held; sleep 60";

    @TempDir
    Path folder;

    @Test
    void aWaitSaysAfterAFewSecondsWhomItWaitsForUnlessItIsQuiet() throws Exception {
        String store = "file:" + folder.resolve("locks");
        try (Lockkeeper holder = Lockkeeper.start(store, "run", "a", "--", "sh", "-c", HOLD)
                        .says("held");
                Lockkeeper quiet = Lockkeeper.start(store, "run", "--quiet", "a", "--", "true");
                Lockkeeper waiter = Lockkeeper.start(store, "run", "a", "--", "true")) {
            long began = System.nanoTime();
            waiter.complains("lockkeeper: waiting for 'a' (").complains("pid " + holder.pid() + ", ");
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(3));
            assertThat(waiter.err()).hasLineCount(1);
            holder.send("TERM");
            assertThat(waiter.code()).isZero();
            assertThat(quiet.code()).isZero();
            assertThat(quiet.err()).isEmpty();
        }
    }

    @Test
    void aWaitSaysThatItsStoreIsGoneAndGoesOnWhenThatIsBack() throws Exception {
        try (RedisServer redis = RedisServer.start();
                Lockkeeper holder = Lockkeeper.start(redis.url(), "run", "a", "--", "sh", "-c", HOLD)
                        .says("held");
                Lockkeeper waiter = Lockkeeper.start(redis.url(), "run", "-v", "a", "--", "true")) {
            waiter.complains("held by ");
            redis.process().kill();
            waiter.complains("): Redis at 127.0.0.1:" + redis.port());
            redis.process().restart();
            assertThat(waiter.code()).as(waiter.err()).isZero();
            assertThat(holder.code()).isEqualTo(76);
        }
    }

    /** As on a full disk: a lock file can neither be made nor opened. */
    @Test
    void aWaitSaysThatItsFolderCannotBeUsed() throws Exception {
        Path locks = folder.resolve("locks");
        String store = "file:" + locks;
        try (Lockkeeper first = Lockkeeper.ended(store, "run", "a", "--", "true")) {
            assertThat(first.code()).isZero();
        }
        List<Path> files = lockFiles(locks);
        for (Path file : files) {
            Files.delete(file);
            Files.createDirectory(file);
        }
        try (Lockkeeper waiter = Lockkeeper.start(store, "run", "a", "--", "true")) {
            waiter.complains("lockkeeper: waiting for 'a' (").complains("The lock folder " + locks + " cannot be used");
            for (Path file : files) {
                Files.delete(file);
            }
            assertThat(waiter.code()).isZero();
        }
    }

    private static List<Path> lockFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("locks"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
