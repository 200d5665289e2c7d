package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.ZooKeeperEnsemble;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server that is cut off from its leader goes on answering its clients' reads until it notices: here for 30 s. */
class PartitionTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ZooKeeperEnsemble ensemble = ZooKeeperEnsemble.startDivisible(60);

    @AfterEach
    void stop() {
        ensemble.close();
    }

    @Test
    void a_holder_on_the_wrong_side_of_a_partition_knows_before_the_next_one_holds() throws Exception {
        ZooKeeperServer follower = ensemble.follower();
        ZooKeeper reader = new ZooKeeper("127.0.0.1:" + follower.port(), 30_000, event -> {});
        try (LockClient ann = client(follower);
                LockClient bob = client(ensemble.leader())) {
            Lease held = ann.lock("orders").acquire();
            List<String> holder = line(reader);
            assertThat(holder).hasSize(1);
            AtomicLong lost = new AtomicLong();
            held.onLost(loss -> lost.set(System.nanoTime()));
            CompletableFuture<Long> next = bob.lock("orders")
                    .acquireAsync()
                    .toCompletableFuture()
                    .thenApply(lease -> {
                        long granted = System.nanoTime();
                        assertThat(held.isHeld()).as("held by two").isFalse();
                        assertThat(lease.token()).isGreaterThan(held.token());
                        return granted;
                    });
            ensemble.isolate(follower);
            long granted = next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            // The waiter's node it may never have seen.
            assertThat(line(reader)).as("what the follower still shows").containsAll(holder);
            assertThat(lost.get()).as("when the holder was told").isNotZero();
            assertThat(granted - lost.get())
                    .as("from the loss to the next grant")
                    .isPositive();
        } finally {
            ensemble.heal();
            reader.close();
        }
    }

    private static List<String> line(ZooKeeper reader) throws Exception {
        return reader.getChildren("/lk1/orders", false);
    }

    private static LockClient client(ZooKeeperServer server) {
        return Engine.load()
                .start(
                        ZooKeeperStore.connect(StoreAddress.parse(server.url() + "?session=6s")),
                        ClientOptions.defaults());
    }
}
