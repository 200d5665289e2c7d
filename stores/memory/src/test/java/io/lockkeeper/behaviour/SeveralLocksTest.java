package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLease;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Several locks on a store that does not answer. */
class SeveralLocksTest {

    private final World world = new World();
    private final Party holder = world.client();
    private final Party waiter = world.client();

    @AfterEach
    void close() {
        waiter.requests().all(Fate.FINE);
        world.close();
    }

    /** The release goes on without the thread. */
    @Test
    void aWaitEndsThoughTheReleaseOfTheFirstIsNotAnswered() {
        holder.hold("b");
        CompletableFuture<MultiLease> asked = waiter.locks()
                .all(List.of("a", "b"))
                .acquireAsync(LockOptions.defaults().withMaxWait(Duration.ofSeconds(2)));
        Delayed release = waiter.requests().delayNext(Request.RELEASE);
        world.pass(Duration.ofSeconds(2));
        eventually(Party.PATIENCE, () -> assertThat(release.isSent()).isTrue());
        assertThat(asked).isNotDone();
        world.pass(Duration.ofSeconds(1));
        assertThatThrownBy(() -> Party.answer(asked))
                .rootCause()
                .isInstanceOfSatisfying(
                        LockTimeoutException.class,
                        late -> assertThat(late.waited()).isEqualTo(Duration.ofSeconds(2)));
        release.arriveAndAnswer();
        assertThat(holder.locks().lock("a").tryAcquire()).isPresent();
    }

    /** It ends when it was to end, or when the store's lease does. */
    @Test
    void aFixedLeaseThatTheStoreDoesNotConfirmIsHeldAllTheSame() {
        Delayed setting = waiter.requests().delayNext(Request.SET_LEASE);
        CompletableFuture<MultiLease> asked = waiter.locks()
                .all(List.of("a", "b"))
                .acquireAsync(LockOptions.defaults().withFixedLease(Duration.ofSeconds(1)));
        eventually(Party.PATIENCE, () -> assertThat(setting.isSent()).isTrue());
        setting.fail();
        MultiLease lease = Party.answer(asked);
        assertThat(lease.isHeld()).isTrue();
        world.pass(Duration.ofSeconds(1));
        assertThat(lease.isHeld()).isFalse();
    }

    /** The loss came first: whoever closes what was lost still hears of it. */
    @Test
    void aListenerThatRunsLaterThanTheCloseIsTold() throws InterruptedException {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        try (World slow = new World(later::add)) {
            Party party = slow.client();
            MultiLease lease = party.locks().all(List.of("a", "b")).acquire();
            lease.onLost(told::add);
            party.requests().all(Fate.NEVER_SENT);
            slow.pass(Duration.ofSeconds(31));
            CompletableFuture<Void> unused = lease.closeAsync();
            assertThat(told).isEmpty();
            for (Runnable callback = later.poll(); callback != null; callback = later.poll()) {
                callback.run();
            }
            assertThat(told).hasSize(1);
        }
    }
}
