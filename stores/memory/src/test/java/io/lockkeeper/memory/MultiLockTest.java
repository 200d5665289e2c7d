package io.lockkeeper.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.MultiLock;
import java.time.Duration;
import java.util.List;
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
