package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Times that are longer than a count of nanoseconds can be mean "as long as it takes", and break nothing. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class EndlessTimesTest {

    private static final Duration[] ENDLESS = {
        Duration.ofMillis(Long.MAX_VALUE), Duration.ofDays(365 * 300), ChronoUnit.FOREVER.getDuration()
    };

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aWaitWithoutEndOnAFreeLockIsGrantedToWhoAsks() throws InterruptedException {
        for (Duration endless : ENDLESS) {
            try (Lease lease =
                    client.locks().lock("a").acquire(LockOptions.defaults().withMaxWait(endless))) {
                assertThat(lease.isHeld()).isTrue();
            }
            assertThat(client.locks().held()).isEmpty();
        }
        assertThat(client.locks().lock("a").tryLock(Long.MAX_VALUE, TimeUnit.DAYS))
                .isTrue();
    }

    @Test
    void aWaitWithoutEndOnATakenLockIsGrantedToWhoAsks() {
        for (Duration endless : ENDLESS) {
            Lease before = rival.hold("a");
            CompletableFuture<Lease> waits =
                    client.await("a", LockOptions.defaults().withMaxWait(endless));
            world.pass(Duration.ofDays(1));
            before.close();
            Party.answer(waits).close();
            assertThat(client.locks().held()).isEmpty();
        }
    }

    @Test
    void aRunWithoutEndBreaksNoRelease() {
        LocalRuns endless = new LocalRuns(16, Duration.ZERO, ChronoUnit.FOREVER.getDuration());
        Party runner = world.client(ClientOptions.defaults().withLocalRuns(endless));
        Lease before = rival.hold("a");
        CompletableFuture<Lease> first = runner.await("a");
        CompletableFuture<Lease> second = runner.await("a");
        before.close();
        Party.answer(first).close();
        Party.answer(second).close();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }
}
