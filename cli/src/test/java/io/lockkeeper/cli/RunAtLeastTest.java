package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A lock that stays held for a while, whatever COMMAND does. */
final class RunAtLeastTest {
    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static void assertThatItIsTaken(String name) throws Exception {
        try (Lockkeeper next = Lockkeeper.ended(redis.url(), "run", "-n", name, "--", "true")) {
            assertThat(next.code()).as(next.err()).isEqualTo(75);
        }
    }

    @Test
    void aJobThatWasQuickIsNotRunAgain() throws Exception {
        try (Lockkeeper job =
                Lockkeeper.ended(redis.url(), "run", "--at-least", "5m", "job", "--", "sh", "-c", "exit 3")) {
            assertThat(job.code()).as(job.err()).isEqualTo(3);
            assertThatItIsTaken("job");
        }
    }

    @Test
    void norOneWhoseLockkeeperWasKilled() throws Exception {
        try (Lockkeeper job = Lockkeeper.start(
                redis.url(),
                "run",
                "--renew-lease",
                "1s",
                "--at-least",
                "5m",
                "killed",
                "--",
                "sh",
                "-c",
                "echo up; exec sleep 60")) {
            job.says("up");
            job.send("KILL");
            job.code();
            Thread.sleep(1_500); // The lease that was not renewed would be over.
            assertThatItIsTaken("killed");
        }
    }

    /** A database of the process itself is written when the process ends. */
    @Test
    void theEndOfTheProcessWritesItsDatabase() throws Exception {
        String store = OwnFolders.store().replace("file:", "jdbc:h2:") + "/db;DB_CLOSE_DELAY=-1";
        try (Lockkeeper job = Lockkeeper.ended(store, "run", "-n", "--at-least", "5m", "job", "--", "true");
                Lockkeeper next = Lockkeeper.ended(store, "run", "-n", "job", "--", "true")) {
            assertThat(job.code()).as(job.err()).isZero();
            assertThat(next.code()).as(next.err()).isEqualTo(75);
        }
    }

    @Test
    void itIsRefusedWhereItCannotBeKept() throws Exception {
        try (Lockkeeper files =
                        Lockkeeper.ended(OwnFolders.store(), "run", "--at-least", "1m", "job", "--", "echo", "ran");
                Lockkeeper several =
                        Lockkeeper.ended(redis.url(), "run", "--at-least", "1m", "a", "b", "--", "echo", "ran")) {
            assertThat(files.code()).isEqualTo(64);
            assertThat(files.err())
                    .contains("use a store whose leases expire by the store's clock")
                    .hasLineCount(1);
            assertThat(several.code()).isEqualTo(64);
            assertThat(several.err()).contains("--at-least needs a single NAME");
            assertThat(files.out() + several.out()).isEmpty();
        }
    }

    /** Only with -v: else standard error is COMMAND's. */
    @Test
    void warningsAboutTheServerArePrintedIfAskedFor() throws Exception {
        redis.exec("CONFIG", "SET", "maxmemory", "100mb");
        redis.exec("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
        try (Lockkeeper verbose = Lockkeeper.ended(redis.url(), "run", "-v", "warned", "--", "true");
                Lockkeeper plain = Lockkeeper.ended(redis.url(), "run", "warned", "--", "true")) {
            assertThat(verbose.code()).as(verbose.err()).isZero();
            assertThat(verbose.err()).contains("WARN ", "allkeys-lru");
            assertThat(plain.err()).isEmpty();
        }
    }
}
