package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Demand;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Revocation;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What others put among the nodes of locks: it concerns one lock at most, and what may be a claim counts as one. */
class StrangeNodesTest extends WithZooKeeper {

    private static final byte[] ODD = "7 3/5\nno such format\n\u0000".getBytes(UTF_8);

    private ZooKeeper zk;

    @Override
    public Duration patience() {
        return Duration.ofSeconds(30);
    }

    @BeforeEach
    void aLine() throws Exception {
        zk = new ZooKeeper("127.0.0.1:" + server.port(), 20_000, event -> {});
        zk.create("/lk1", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        zk.create("/lk1/orders", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.CONTAINER);
    }

    @AfterEach
    void disconnect() throws Exception {
        zk.close();
    }

    private String put(String path, CreateMode mode) throws Exception {
        return zk.create(path, ODD, ZooDefs.Ids.OPEN_ACL_UNSAFE, mode);
    }

    @Test
    void a_lock_with_a_claim_of_a_later_release_is_held() throws Exception {
        String node = put("/lk1/orders/R7~c.3-of-5#", CreateMode.EPHEMERAL_SEQUENTIAL);
        try (Contender ann = contender()) {
            assertThat(ann.isRefused("orders").holder()).isNotNull();
            assertThat(ann.isRefused("orders").holder()).isNotNull();
            Claim claim = ann.queue("orders");
            zk.delete(node, -1);
            ann.awaitGrant(claim);
        }
    }

    @Test
    void a_lock_with_a_malformed_claim_of_several_permits_is_held() throws Exception {
        put("/lk1/orders/client:7.2-of-5#", CreateMode.EPHEMERAL_SEQUENTIAL);
        try (Contender ann = contender()) {
            ann.isRefused("orders");
            assertThat(status(ann, "orders").holder())
                    .map(Holder::description)
                    .hasValueSatisfying(text ->
                            assertThat(text).contains("client:7.2-of-5#").contains("not known here"));
        }
    }

    @Test
    void whoever_it_is_can_be_released_by_force() throws Exception {
        put("/lk1/orders/lock-", CreateMode.PERSISTENT_SEQUENTIAL);
        try (Contender ann = contender()) {
            ann.isRefused("orders");
            assertThat(ann.answer(((Revocation) ann.store()).revoke("orders"))).isPresent();
            ann.hold("orders");
            assertThat(ann.answer(((Revocation) ann.store()).revoke("orders")))
                    .map(Holder::client)
                    .contains(ann.holder().client());
            assertThat(ann.answer(((Revocation) ann.store()).revoke("orders"))).isEmpty();
        }
    }

    @Test
    void a_node_that_zookeeper_did_not_number_is_no_claim() throws Exception {
        put("/lk1/orders/notes", CreateMode.PERSISTENT);
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            assertThat(status(ann, "orders").waiters()).hasSize(1);
            ann.release(grant);
            bob.release(bob.awaitGrant(claim));
            assertThat(inspect(ann, "orders")).isEmpty();
        }
    }

    @Test
    void one_lock_that_is_out_of_order_does_not_hide_the_others() throws Exception {
        put("/lk1/orders/notes", CreateMode.PERSISTENT);
        put("/lk1/%zz", CreateMode.PERSISTENT);
        put("/lk1/%FF", CreateMode.PERSISTENT);
        put("/lk1/%41", CreateMode.PERSISTENT);
        put("/lk1/\u9501", CreateMode.PERSISTENT);
        put("/lk1/fleeting", CreateMode.EPHEMERAL);
        List<ACL> nobody = Collections.singletonList(new ACL(ZooDefs.Perms.ADMIN, new Id("ip", "10.255.255.255")));
        zk.create("/lk1/locked", ODD, nobody, CreateMode.PERSISTENT);
        try (Contender ann = contender()) {
            ann.hold("a");
            ann.hold("z");
            List<LockStatus> listed = ann.answer(((Catalogue) ann.store()).list("", 100));
            assertThat(listed).extracting(LockStatus::name).containsExactly("a", "z");
            assertThat(listed).allSatisfy(status -> assertThat(status.holder()).isPresent());
        }
    }

    /** A request that was given up for lost and comes late after all would stand in line for ever. */
    @Test
    void a_node_of_its_own_that_a_session_knows_nothing_of_is_removed() throws Exception {
        try (ZooKeeperStore store = open(server.url() + "?session=3s");
                Contender ann = contender()) {
            ann.hold("orders");
            Session session = store.session();
            session.ask()
                    .create(
                            "/lk1/orders/"
                                    + NodeName.prefix(new ClaimId(ann.holder().client(), 99), Demand.MUTEX),
                            new byte[0],
                            ZooDefs.Ids.OPEN_ACL_UNSAFE,
                            CreateMode.EPHEMERAL_SEQUENTIAL)
                    .get();
            assertThat(nodes("orders")).hasSize(2);
            store.claim(ann.claim("other")).toCompletableFuture().get(); // Something to look after.
            eventually(patience(), () -> assertThat(nodes("orders")).hasSize(1));
        }
    }

    /** Its client may have nothing else, and so nothing to renew. */
    @Test
    void a_node_of_a_claim_that_was_withdrawn_before_it_was_made_is_removed() throws Exception {
        try (ZooKeeperStore store = open(server.url() + "?session=3s");
                Contender ann = contender()) {
            Claim first = ann.claim("orders");
            ann.answer(store.claim(first));
            ann.answer(store.withdraw(first, false));
            Claim late = ann.claim("orders");
            ann.answer(store.withdraw(late, true));
            store.session()
                    .ask()
                    .create(
                            Layout.prefix("/lk1/orders", late),
                            new byte[0],
                            ZooDefs.Ids.OPEN_ACL_UNSAFE,
                            CreateMode.EPHEMERAL_SEQUENTIAL)
                    .get();
            assertThat(nodes("orders")).hasSize(1);
            eventually(patience(), () -> assertThat(nodes("orders")).isEmpty());
        }
    }

    private static LockStatus status(Contender client, String name) {
        return inspect(client, name).orElseThrow();
    }

    private static Optional<LockStatus> inspect(Contender client, String name) {
        return client.answer(((Catalogue) client.store()).inspect(name));
    }
}
