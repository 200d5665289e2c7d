package io.lockkeeper.memcached;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLoss.Reason;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.servers.MemcachedConnection;
import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A lock that memcached no longer has, or that nobody can prolong any more: its holder is told, and in time. */
@Execution(ExecutionMode.CONCURRENT)
class LossTest extends WithMemcached {

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration RENEWAL = LEASE.dividedBy(3);

    LossTest() {
        super("-m", "1", "-I", "512k");
    }

    private LockClient connect(String url) {
        return LockClient.connect(url, ClientOptions.defaults().withLease(LEASE));
    }

    /** Does what it takes to lose a lock, and says why it was lost. */
    private void isTold(Reason reason, Duration within, String url, Runnable loss) throws Exception {
        try (LockClient client = connect(url)) {
            CompletableFuture<LeaseLoss> told = new CompletableFuture<>();
            Lease lease = client.lock("orders").acquire().onLost(told::complete);
            long begun = System.nanoTime();
            loss.run();
            LeaseLoss heard = told.get(20, TimeUnit.SECONDS);
            assertThat(System.nanoTime() - begun)
                    .as("how soon it was told: %s", heard)
                    .isLessThan(within.plusMillis(1_500).toNanos());
            assertThat(heard.reason()).isEqualTo(reason);
            assertThat(lease.isHeld()).isFalse();
        }
    }

    @Test
    void ofARestartedServerItsLocksAreGone() throws Exception {
        isTold(Reason.GONE, RENEWAL.multipliedBy(2), memcached.url(), () -> {
            memcached.kill();
            memcached.restart();
        });
    }

    @Test
    void ofAFlushedServerTheyAreToo() throws Exception {
        isTold(Reason.GONE, RENEWAL, memcached.url(), () -> memcached.exec("flush_all"));
    }

    /** The lock is used less than all that is poured in after it. */
    @Test
    void ofAServerWithoutMemoryTheyMayBe() throws Exception {
        isTold(Reason.GONE, RENEWAL.multipliedBy(3), memcached.url(), this::fill);
        assertThat(memcached.stats().get("evictions")).isPositive();
    }

    /** With items as large as the lock's, their keys included, which live where it does. */
    private void fill() {
        List<String> lines = item("orders");
        String value = String.join("\n", lines.subList(1, lines.size())).replaceAll("(?s).", "x");
        try (MemcachedConnection connection = memcached.connect(patience())) {
            List<String> look;
            int number = 0;
            do {
                StringBuilder command = new StringBuilder();
                for (int end = number + 500; number < end; number++) {
                    String key = String.format("lockkeeper:%06d", number);
                    command.append("set " + key + " 0 0 " + value.length() + " noreply\r\n" + value + "\r\n");
                }
                look = connection.exec(command + "me lockkeeper:orders"); // A look that doesn't count as a use.
            } while (!look.equals(List.of("EN")));
        }
    }

    @Test
    void aLockThatWasTakenByForceIsGone() throws Exception {
        try (LockClient other = connect(memcached.url())) {
            ForceRelease force = other.forceRelease().orElseThrow();
            isTold(
                    Reason.GONE,
                    RENEWAL,
                    memcached.url(),
                    () -> assertThat(force.forceRelease("orders")).isPresent());
        }
    }

    @Test
    void whoseServerStandsStillKnowsItAtItsDeadline() throws Exception {
        isTold(Reason.EXPIRED, LEASE, memcached.url() + "?timeout=500ms", memcached::pause);
        memcached.resume();
    }

    /** And before the server gives the lock to another. */
    @Test
    void whoseNetworkIsCutKnowsItAtItsDeadline() throws Exception {
        try (TcpProxy proxy = memcached.proxy();
                LockClient other = connect(memcached.url())) {
            isTold(Reason.EXPIRED, LEASE, memcached.url(proxy) + "?timeout=500ms", () -> {
                proxy.freeze();
                assertThat(other.lock("orders").tryLock()).isFalse();
            });
            assertThat(other.lock("orders").tryLock())
                    .as("the other's attempt right after")
                    .isFalse();
            assertThat(other.lock("orders").tryLock(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** It goes on waiting, and gets the lock when both are there again. */
    @Test
    void aWaiterOutlivesAnOutage() throws Exception {
        try (LockClient holder = connect(memcached.url());
                LockClient waiter = connect(memcached.url() + "?timeout=500ms")) {
            Lease lease = holder.lock("orders").acquire();
            CompletableFuture<Lease> waiting =
                    waiter.lock("orders").acquireAsync().toCompletableFuture();
            memcached.pause();
            elapse(Duration.ofMillis(1_200));
            memcached.resume();
            lease.close();
            assertThat(waiting.get(20, TimeUnit.SECONDS).isHeld()).isTrue();
        }
    }

    /** As if it had never been away; the others take no notice. */
    @Test
    void aWaiterWhoseNetworkIsCutGoesOnWaiting() throws Exception {
        try (TcpProxy proxy = memcached.proxy();
                LockClient holder = connect(memcached.url());
                LockClient waiter = connect(memcached.url(proxy) + "?timeout=500ms")) {
            Lease lease = holder.lock("orders").acquire();
            CompletableFuture<Lease> waiting =
                    waiter.lock("orders").acquireAsync().toCompletableFuture();
            proxy.cut();
            lease.close();
            for (int turn = 0; turn < 3; turn++) {
                holder.lock("orders")
                        .acquire(LockOptions.defaults().withMaxWait(LEASE))
                        .close();
            }
            assertThat(waiting).isNotDone();
            proxy.heal();
            assertThat(waiting.get(20, TimeUnit.SECONDS).isHeld()).isTrue();
        }
    }
}
