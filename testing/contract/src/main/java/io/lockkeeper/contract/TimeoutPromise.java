package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The promise that a wait that ended says how long it was and who was in the way. */
public interface TimeoutPromise extends LockFixture {

    /** The holder where the store knows it, as every store with a catalogue does. */
    @Test
    default void aTimeoutNamesTheLockTheTimeAndTheHolder() throws Exception {
        withShortTime((name, wait) -> {
            try (Actor ann = actor();
                    Actor bob = actor()) {
                ann.acquire(name);
                LockTimeoutException timeout = catchThrowableOfType(
                        LockTimeoutException.class,
                        () -> bob.run(() ->
                                bob.lock(name).acquire(LockOptions.defaults().withMaxWait(wait))));
                assertThat(timeout).as("the time-out").isNotNull();
                assertThat(timeout.name()).isEqualTo(name);
                assertThat(timeout.waited()).isGreaterThanOrEqualTo(wait);
                assertThat(timeout).hasMessageContaining(name);
                if (bob.client().inspection().isPresent() || timeout.holder().isPresent()) {
                    assertThat(timeout.holder().orElseThrow().description()).isEqualTo(ann.description());
                    assertThat(timeout).hasMessageContaining(ann.description());
                }
            }
        });
    }

    /** {@code tryAcquire} returns where {@code acquire} throws. */
    @Test
    default void tryAcquireReturnsEmptyWhenItsWaitIsOver() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            ann.acquire(name);
            long begun = System.nanoTime();
            assertThat(bob.call(() ->
                            bob.lock(name).tryAcquire(LockOptions.defaults().withMaxWait(SHORT_LEASE))))
                    .isEmpty();
            assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(SHORT_LEASE.toNanos());
        }
    }

    /** And not before: who has time left waits for it. */
    @Test
    default void whoHasTimeLeftGetsTheLockThatIsReleased() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor bob = actor()) {
            Lease lease = ann.acquire(name);
            Future<Optional<Lease>> waits = bob.begin(
                    () -> bob.lock(name).tryAcquire(LockOptions.defaults().withMaxWait(Duration.ofHours(1))));
            bob.awaitWaiting(name);
            lease.close();
            assertThat(bob.outcome(waits)).isPresent();
        }
    }
}
