package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** Locks on the session of a program's framework. */
class SharedFrameworkTest extends WithFramework {

    @Test
    void its_locks_are_those_of_other_clients() throws Exception {
        try (LockClient ann = ZooKeeperStore.client(framework);
                LockClient bob = own()) {
            Lease held = ann.lock("orders").acquire();
            assertThat(nodes("orders")).hasSize(1);
            assertThat(bob.lock("orders").tryAcquire()).isEmpty();
            var next = bob.lock("orders").acquireAsync().toCompletableFuture();
            eventually(PATIENCE, () -> assertThat(nodes("orders")).hasSize(2));
            held.close();
            try (Lease lease = next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                assertThat(lease.token()).isGreaterThan(held.token());
            }
        }
    }

    @Test
    void a_client_that_is_closed_leaves_the_session_and_nothing_else() throws Exception {
        framework.create().withMode(CreateMode.EPHEMERAL).forPath("/other");
        long session = framework.getZookeeperClient().getZooKeeper().getSessionId();
        LockClient ann = ZooKeeperStore.client(framework);
        LockClient eve = ZooKeeperStore.client(framework);
        ann.lock("orders").acquire();
        eve.lock("stock").acquire();
        ann.close();
        eventually(PATIENCE, () -> assertThat(nodes("orders")).isEmpty());
        assertThat(framework.checkExists().forPath("/other")).isNotNull();
        assertThat(framework.getZookeeperClient().getZooKeeper().getSessionId()).isEqualTo(session);
        assertThat(nodes("stock")).hasSize(1);
        eve.close();
    }

    /** The servers go on with the session, but its holder has not heard of them for too long. */
    @Test
    void what_is_left_of_a_session_that_may_be_over_is_removed() throws Exception {
        AtomicBoolean lost = new AtomicBoolean();
        try (LockClient ann = ZooKeeperStore.client(framework);
                LockClient bob = own()) {
            Lease held = ann.lock("orders").acquire();
            held.onLost(loss -> lost.set(true));
            network.freeze();
            eventually(PATIENCE, () -> assertThat(lost).isTrue());
            network.heal();
            try (Lease next = bob.lock("orders").acquire()) {
                assertThat(next.token()).isGreaterThan(held.token());
            }
            eventually(PATIENCE, () -> {
                try (Lease again = ann.lock("orders").acquire()) {
                    assertThat(again.token()).isGreaterThan(held.token());
                }
            });
        }
    }

    @Test
    void a_new_session_of_the_framework_s_is_used() throws Exception {
        try (LockClient ann = ZooKeeperStore.client(framework)) {
            Lease held = ann.lock("orders").acquire();
            framework.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
            eventually(PATIENCE, () -> assertThat(held.isHeld()).isFalse());
            eventually(PATIENCE, () -> {
                try (Lease again = ann.lock("orders").acquire()) {
                    assertThat(again.token()).isGreaterThan(held.token());
                }
            });
        }
    }

    /** What it waited on went with the old session. */
    @Test
    void a_waiter_goes_on_waiting_on_a_new_session_of_the_framework_s() throws Exception {
        try (LockClient ann = ZooKeeperStore.client(framework);
                LockClient bob = own()) {
            Lease held = bob.lock("orders").acquire();
            var next = ann.lock("orders").acquireAsync().toCompletableFuture();
            eventually(PATIENCE, () -> assertThat(nodes("orders")).hasSize(2));
            List<String> before = nodes("orders");
            framework.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
            eventually(PATIENCE, () -> assertThat(nodes("orders")).anyMatch(node -> !before.contains(node)));
            held.close();
            assertThat(next.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).token()).isGreaterThan(held.token());
        }
    }

    @Test
    void a_framework_that_is_still_connecting_is_waited_for() {
        try (CuratorFramework connecting = framework("127.0.0.1:" + server.port(), Duration.ofSeconds(20));
                LockClient ann = ZooKeeperStore.client(
                        connecting, "", ZooDefs.Ids.OPEN_ACL_UNSAFE, ClientOptions.defaults(), Duration.ofSeconds(4))) {
            assertThat(ann.lock("orders").tryAcquire()).isPresent();
        }
    }

    /** The servers tell a session's nodes by their whole paths. */
    @Test
    void an_address_with_a_path_is_refused() {
        try (CuratorFramework below = framework("127.0.0.1:" + server.port() + "/below", SESSION)) {
            assertThatThrownBy(() ->
                            ZooKeeperStore.client(below, "", ZooDefs.Ids.OPEN_ACL_UNSAFE, ClientOptions.defaults()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("namespace");
        }
    }

    private LockClient own() {
        return Engine.load()
                .start(
                        ZooKeeperStore.connect(StoreAddress.parse(server.url() + "/shop?session=6s")),
                        ClientOptions.defaults());
    }
}
