package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.time.SystemTicker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.ensemble.EnsembleProvider;
import org.apache.curator.ensemble.fixed.FixedEnsembleProvider;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locks on the session of a framework that the program has for other things, too. */
class SharedFrameworkTest extends WithZooKeeper {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration SESSION = Duration.ofSeconds(6);

    private final Listeners listeners = new Listeners();
    private final Failures failures = new Failures("here");
    private final Recipe recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, listeners, failures);
    private final Upkeep upkeep = new Upkeep(recipe, listeners);
    private TcpProxy network;
    private CuratorFramework framework;

    @BeforeEach
    void openFramework() {
        network = server.proxy();
        framework = framework("127.0.0.1:" + network.port(), SESSION);
    }

    private static CuratorFramework framework(String servers, Duration session) {
        return start(builder(new FixedEnsembleProvider(servers), session));
    }

    private static CuratorFrameworkFactory.Builder builder(EnsembleProvider servers, Duration session) {
        return CuratorFrameworkFactory.builder()
                .ensembleProvider(servers)
                .namespace("shop")
                .sessionTimeoutMs(Math.toIntExact(session.toMillis()))
                .connectionTimeoutMs(6_000)
                .retryPolicy(new RetryOneTime(100));
    }

    private static CuratorFramework start(CuratorFrameworkFactory.Builder builder) {
        CuratorFramework framework = builder.build();
        framework.start();
        return framework;
    }

    /** Gives no usable address while it is broken. */
    private FixedEnsembleProvider provider(AtomicBoolean broken) {
        String servers = "127.0.0.1:" + network.port();
        return new FixedEnsembleProvider(servers) {
            @Override
            public String getConnectionString() {
                return broken.get() ? "" : servers;
            }
        };
    }

    /** Connects a framework anew while its addresses are broken, and does something while it is not connected. */
    private void reconnect(CuratorFramework framework, AtomicBoolean broken, Runnable meanwhile) {
        network.cut();
        eventually(
                PATIENCE,
                () -> assertThat(framework.getZookeeperClient().isConnected()).isFalse());
        broken.set(true);
        meanwhile.run();
        network.heal();
        eventually(
                PATIENCE,
                () -> assertThat(framework.getZookeeperClient().isConnected()).isTrue());
        broken.set(false);
    }

    @AfterEach
    void closeFramework() {
        framework.close();
        network.close();
    }

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

    /** It may fail with what went wrong in the background before, though it is connected, and has no more news. */
    @Test
    void a_framework_that_does_not_give_its_session_at_once_is_asked_again() {
        AtomicBoolean broken = new AtomicBoolean();
        try (CuratorFramework other = start(builder(provider(broken), SESSION))) {
            Connection connection = open(other);
            Session first = connection.session();
            reconnect(other, broken, () -> first.end(false));
            awaitOpen(connection);
            connection.close(path -> false);
        }
    }

    @Test
    void a_framework_that_can_t_give_a_session_for_a_while_is_warned_of_once() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        AtomicBoolean broken = new AtomicBoolean();
        CuratorFrameworkFactory.Builder builder =
                builder(new FixedEnsembleProvider("127.0.0.1:" + network.port()), Duration.ofSeconds(2));
        ZookeeperFactory factory = (servers, timeout, watcher, readOnly) -> {
            if (broken.get()) {
                failed.incrementAndGet();
                throw new IllegalStateException("as a factory of the program's");
            }
            return new ZooKeeper(servers, timeout, watcher, readOnly);
        };
        try (LogCapture log = new LogCapture();
                CuratorFramework other = start(builder.zookeeperFactory(factory).ensembleTracker(false))) {
            Connection connection = open(other);
            broken.set(true);
            other.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
            eventually(PATIENCE, () -> assertThat(log.text()).contains("can't be used yet"));
            int before = failed.get();
            eventually(PATIENCE, () -> assertThat(failed).hasValueGreaterThan(before + 1));
            broken.set(false);
            awaitOpen(connection);
            connection.close(path -> false);
            assertThat(log.text()).containsOnlyOnce("can't be used yet");
        }
    }

    /** The framework begins the next before it tells that one is over, and each has a thread of its own for its news. */
    @Test
    void the_end_of_a_session_that_is_told_late_does_not_end_the_next() throws Exception {
        CompletableFuture<Session> next = new CompletableFuture<>();
        try (CuratorFramework other = framework("127.0.0.1:" + network.port(), SESSION)) {
            Connection connection = open(other);
            Session first = connection.session();
            for (int listener = 0;
                    listener < 20;
                    listener++) { // Most likely one of them is told before the connection.
                other.getCuratorListenable()
                        .addListener(
                                (source, event) -> {
                                    WatchedEvent news = event.getWatchedEvent();
                                    if (news != null && news.getState() == KeeperState.Expired) {
                                        eventually(
                                                PATIENCE,
                                                () -> assertThat(connection.current())
                                                        .isNotSameAs(first));
                                        next.complete(connection.current());
                                    }
                                },
                                Runnable::run);
            }
            other.getZookeeperClient().getZooKeeper().getTestable().injectSessionExpiration();
            assertThat(next).succeedsWithin(PATIENCE).isSameAs(awaitOpen(connection));
            connection.close(path -> false);
        }
    }

    /** As a program can tell ZooKeeper's client to. */
    @Test
    void a_holder_learns_of_others_though_watches_are_not_set_again_after_a_reconnection() {
        ZKClientConfig forgetful = new ZKClientConfig();
        forgetful.setProperty(ZKClientConfig.DISABLE_AUTO_WATCH_RESET, "true");
        FixedEnsembleProvider servers = new FixedEnsembleProvider("127.0.0.1:" + network.port());
        try (CuratorFramework other = start(builder(servers, SESSION).zkClientConfig(forgetful));
                Contender ann = contender();
                Contender bob = contender()) {
            Connection connection = open(other);
            RecordedSignals signals = new RecordedSignals();
            listeners.add(ann.holder().client(), signals);
            ann.answer(new Claims(connection, recipe).claim(ann.claim("orders")));
            network.dropConnections();
            assertThat(signals.await(PATIENCE, new Signal.Missed()::equals)).isPresent();
            bob.queue("orders");
            assertThat(signals.await(PATIENCE, new Signal.Contended("orders")::equals))
                    .isPresent();
            connection.close(path -> false);
        }
    }

    private static Session awaitOpen(Connection connection) {
        eventually(
                PATIENCE,
                () -> assertThat(Objects.requireNonNull(connection.current()).isOpen())
                        .isTrue());
        return Objects.requireNonNull(connection.current());
    }

    private Connection open(CuratorFramework framework) {
        Connection connection =
                new Connection(new SharedSessions(framework), failures, upkeep, PATIENCE, SystemTicker.shared());
        connection.open(SESSION, PATIENCE);
        return connection;
    }

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

    @Override
    List<String> nodes(String name) {
        return children(new Layout("/shop").lock(name));
    }

    private LockClient own() {
        return Engine.load()
                .start(
                        ZooKeeperStore.connect(StoreAddress.parse(server.url() + "/shop?session=6s")),
                        ClientOptions.defaults());
    }
}
