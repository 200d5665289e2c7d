package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.time.SystemTicker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.ensemble.EnsembleProvider;
import org.apache.curator.ensemble.fixed.FixedEnsembleProvider;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests on the session of a framework that the program has for other things, too, behind a network that can be cut. */
abstract class WithFramework extends WithZooKeeper {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final Duration SESSION = Duration.ofSeconds(6);
    final Listeners listeners = new Listeners();
    final Failures failures = new Failures("here");
    final Recipe recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, listeners, failures);
    final Upkeep upkeep = new Upkeep(recipe, listeners);
    TcpProxy network;
    CuratorFramework framework;

    @BeforeEach
    void openFramework() {
        network = server.proxy();
        framework = framework("127.0.0.1:" + network.port(), SESSION);
    }

    @AfterEach
    void closeFramework() {
        framework.close();
        network.close();
    }

    static CuratorFramework framework(String servers, Duration session) {
        return start(builder(new FixedEnsembleProvider(servers), session));
    }

    static CuratorFrameworkFactory.Builder builder(EnsembleProvider servers, Duration session) {
        return CuratorFrameworkFactory.builder()
                .ensembleProvider(servers)
                .namespace("shop")
                .sessionTimeoutMs(Math.toIntExact(session.toMillis()))
                .connectionTimeoutMs(6_000)
                .retryPolicy(new RetryOneTime(100));
    }

    static CuratorFramework start(CuratorFrameworkFactory.Builder builder) {
        CuratorFramework framework = builder.build();
        framework.start();
        return framework;
    }

    /** Gives no usable address while it is broken. */
    FixedEnsembleProvider provider(AtomicBoolean broken) {
        String servers = "127.0.0.1:" + network.port();
        return new FixedEnsembleProvider(servers) {
            @Override
            public String getConnectionString() {
                return broken.get() ? "" : servers;
            }
        };
    }

    /** Connects a framework anew while its addresses are broken, and does something while it is not connected. */
    void reconnect(CuratorFramework framework, AtomicBoolean broken, Runnable meanwhile) {
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

    Connection open(CuratorFramework framework) {
        Connection connection =
                new Connection(new SharedSessions(framework), failures, upkeep, PATIENCE, SystemTicker.shared());
        connection.open(SESSION, PATIENCE);
        return connection;
    }

    static Session awaitOpen(Connection connection) {
        eventually(
                PATIENCE,
                () -> assertThat(Objects.requireNonNull(connection.current()).isOpen())
                        .isTrue());
        return Objects.requireNonNull(connection.current());
    }

    @Override
    List<String> nodes(String name) {
        return children(new Layout("/shop").lock(name));
    }
}
