package io.lockkeeper.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.contract.Eventually;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What several locks may be asked for. */
class MultiLockTest {

    private final LockClient client = LockClient.connect("memory:multi-lock-test");

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void namesAreSortedAndCountOnce() throws Exception {
        MultiLock lock = client.all(List.of("b", "a", "B", "b"));
        assertThat(lock.names()).containsExactly("B", "a", "b");
        try (MultiLease lease = lock.acquire()) {
            assertThat(lease.leases()).hasSize(3);
            assertThatThrownBy(() -> lease.lease("c"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("The lock 'c' is not one of [B, a, b].");
        }
    }

    @Test
    void thereMustBeNamesThatAreAllowed() {
        assertThatThrownBy(() -> client.all(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> client.all(List.of("a", "b\n"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void severalCannotBeKeptForAMinimumTime() {
        LockOptions kept = LockOptions.defaults().withAtLeast(Duration.ofSeconds(1));
        assertThatThrownBy(() -> client.all(List.of("a", "b"), kept))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("withAtLeast");
        assertThatThrownBy(() -> client.all(List.of("a", "b")).acquire(kept))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSingleOneCan() throws Exception {
        LockOptions kept = LockOptions.defaults().withAtLeast(Duration.ofMinutes(1));
        client.all(List.of("kept", "kept"), kept).acquire().close();
        assertThat(client.lock("kept").tryAcquire()).isEmpty();
    }

    /** On a store that answers at once. */
    @Test
    void thousandsCanBeAcquiredTogether() {
        List<String> names =
                IntStream.range(0, 5_000).mapToObj(at -> "many " + at).toList();
        MultiLease all = client.all(names).acquireAsync().join();
        assertThat(all.isHeld()).isTrue();
        all.close();
        assertThat(client.held()).isEmpty();
    }

    @Test
    void whatIsNotGuaranteedIsRefusedAtOnce() {
        LockOptions weak =
                LockOptions.defaults().withPurpose(Purpose.CORRECTNESS).withFixedLease(Duration.ofSeconds(1));
        assertThatThrownBy(() -> client.all(List.of("a", "b"), weak)).isInstanceOf(WeakGuaranteeException.class);
        assertThatThrownBy(() -> client.all(List.of("a", "b")).acquireAsync(weak))
                .isInstanceOf(WeakGuaranteeException.class);
        assertThat(client.held()).isEmpty();
    }

    /** As a single lock is. */
    @Test
    void aLeaseThatIsOverAtOnceIsReturned() throws Exception {
        LockOptions instant = LockOptions.defaults().withFixedLease(Duration.ofNanos(1));
        MultiLease lease = client.all(List.of("a", "b"), instant).acquire();
        assertThat(lease.isHeld()).isFalse();
        assertThat(client.all(List.of("a", "b"), instant).acquireAsync().join().isHeld())
                .isFalse();
    }

    @Test
    void aListenerIsToldOnceWhateverTheMethod() throws Exception {
        Queue<LeaseLoss> told = new ConcurrentLinkedQueue<>();
        LockOptions listening = LockOptions.defaults().withOnLost(told::add);
        MultiLease lease = client.all(List.of("a", "b"), listening).tryAcquire().orElseThrow();
        assertThat(client.release(lease.lease("a").id())).isTrue();
        assertThat(client.release(lease.lease("b").id())).isTrue();
        assertThatThrownBy(lease::close)
                .isInstanceOfSatisfying(
                        LeaseLostException.class,
                        lost -> assertThat(lost.getSuppressed()).hasSize(1));
        Eventually.eventually(Duration.ofSeconds(30), () -> assertThat(told).hasSize(1));
    }

    @Test
    void aClientThatIsClosedEndsTheWaitForTheLast() throws Exception {
        try (LockClient other = LockClient.connect("memory:multi-lock-test")) {
            var held = other.lock("b").acquire();
            var asked = client.all(List.of("a", "b")).acquireAsync();
            client.close();
            assertThatThrownBy(asked::join).hasCauseInstanceOf(ClientClosedException.class);
            assertThat(other.lock("a").tryAcquire()).isPresent();
            held.close();
        }
    }
}
