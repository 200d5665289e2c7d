package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import io.lockkeeper.contract.Contender;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;

/** A client on a program's framework leaves no nodes behind, though the session goes on. */
class RemainsTest extends WithFramework {

    /** The session was given up while it had the node, and goes on. */
    @Test
    void a_node_of_nobody_s_that_may_not_be_removed_is_removed_when_it_may() throws Exception {
        try (Administrator zk = administrator();
                Contender ann = contender()) {
            zk.create("/lk1", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            zk.create("/lk1/orders", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            Connection connection = open(framework);
            Session session = connection.session();
            Place place = new Place(ann.claim("orders"), session, "/lk1/orders");
            recipe.places().add(place);
            recipe.places().remove(place);
            String stray = "/lk1/orders/" + place.client() + ":7.1-of-1#";
            Objects.requireNonNull(session.client())
                    .create(stray, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL_SEQUENTIAL);
            zk.setACL("/lk1/orders", ZooDefs.Ids.READ_ACL_UNSAFE, -1);
            upkeep.reconnected(session);
            assertThat(session.ask().own("/", paths -> {})).succeedsWithin(PATIENCE); // Its removal was sent before,
            assertThat(session.ask().sync("/")).succeedsWithin(PATIENCE); // and answered.
            assertThat(children("/lk1/orders")).hasSize(1);
            zk.setACL("/lk1/orders", ZooDefs.Ids.OPEN_ACL_UNSAFE, -1);
            eventually(PATIENCE, () -> assertThat(children("/lk1/orders")).isEmpty());
            connection.close(path -> false);
        }
    }

    /** Its session goes on, and with it whatever would be forgotten. */
    @Test
    void a_client_that_is_closed_before_its_claim_is_answered_leaves_nothing() throws Exception {
        LockClient ann = ZooKeeperStore.client(framework);
        ann.lock("orders").acquire().close();
        network.freezeReplies();
        var claimed = ann.lock("orders").acquireAsync();
        eventually(PATIENCE, () -> assertThat(nodes("orders")).hasSize(1));
        ann.close();
        network.dropConnections();
        network.heal();
        eventually(PATIENCE, () -> assertThat(nodes("orders")).isEmpty());
        assertThat(claimed.toCompletableFuture()).isCompletedExceptionally();
    }

    /** It is connected, but throws what failed in the background before. */
    @Test
    void a_client_that_is_closed_leaves_nothing_though_the_framework_does_not_give_its_session() throws Exception {
        AtomicBoolean broken = new AtomicBoolean();
        try (CuratorFramework other = start(builder(provider(broken), SESSION).ensembleTracker(false))) {
            Connection connection = open(other);
            ZooKeeper client = other.getZookeeperClient().getZooKeeper();
            client.create("/left", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
            reconnect(other, broken, () -> {});
            connection.close("/left"::equals);
            eventually(PATIENCE, () -> assertThat(client.exists("/left", false)).isNull());
        }
    }

    @Test
    void a_client_that_is_closed_leaves_nothing_though_an_error_is_thrown() throws Exception {
        AtomicBoolean thrown = new AtomicBoolean();
        try (Administrator client = new Administrator("127.0.0.1:" + server.port()) {
            @Override
            public void sync(String path, AsyncCallback.VoidCallback told, Object context) {
                if (thrown.compareAndSet(false, true)) {
                    throw new StackOverflowError("as deep in a stack of the user's");
                }
                super.sync(path, told, context);
            }
        }) {
            client.create("/left", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
            new Remains(framework, client, "/left"::equals).remove(1);
            eventually(PATIENCE, () -> assertThat(client.exists("/left", false)).isNull());
        }
        assertThat(thrown).isTrue();
    }
}
