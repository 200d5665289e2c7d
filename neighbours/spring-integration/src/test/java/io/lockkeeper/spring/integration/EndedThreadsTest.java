package io.lockkeeper.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

/** A thread that ends without unlocking is named in the log. */
@SuppressWarnings("LockNotBeforeTry") // A lock that a failed test leaves held ends with its client.
class EndedThreadsTest {

    @Test
    void aThreadThatEndedWithoutUnlockingIsNamedOnce() throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (LockClient client = LockClient.connect("memory:ended")) {
            Lock lock = new LockkeeperLockRegistry(client, Duration.ofMinutes(5)).obtain("forgotten");
            Thread thread = new Thread(lock::lock, "forgetful");
            thread.start();
            thread.join();

            assertThat(lock.tryLock()).isFalse();
            assertThat(lock.tryLock()).isFalse();
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("The thread 'forgetful' has ended and not unlocked 'forgotten'");
    }
}
