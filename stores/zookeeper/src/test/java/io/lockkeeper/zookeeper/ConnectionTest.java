package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.time.SystemTicker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.listen.StandardListenerManager;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** One session follows another. */
class ConnectionTest {

    private final Listeners listeners = new Listeners();
    private final Failures failures = new Failures("nowhere");
    private final Recipe recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, listeners, failures);
    private final Connection connection = new Connection(
            new OwnSessions(ZooKeeperSettings.of("127.0.0.1:1")),
            failures,
            new Upkeep(recipe, listeners),
            Duration.ofSeconds(1),
            SystemTicker.shared());

    /** The server and the clock may both say that a session is over: the one that follows is not ended for it. */
    @Test
    void a_session_is_followed_by_one_other() {
        Session first = Objects.requireNonNull(connection.begin(null, null));
        Session second = connection.begin(first, null);
        assertThat(second).isNotNull().isNotSameAs(first);
        assertThat(connection.begin(first, null)).isNull();
        assertThat(connection.begin(null, null)).isNull();
        assertThat(connection.current()).isSameAs(second);
        connection.close(path -> false);
        assertThat(connection.begin(second, null)).isNull();
    }

    /** Those before it accept a connection, and say nothing. */
    @Test
    void a_server_that_answers_is_found_behind_others_that_do_not() {
        try (ZooKeeperServer server = ZooKeeperServer.start();
                TcpProxy one = server.proxy();
                TcpProxy two = server.proxy()) {
            one.freeze();
            two.freeze();
            String servers = "127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d".formatted(one.port(), two.port(), server.port());
            for (int time = 0; time < 2; time++) {
                WithZooKeeper.open("zk://" + servers + "?session=60s&timeout=8s")
                        .close();
            }
        }
    }

    /** It can't tell what a session has, which renewals ask. */
    @Test
    void a_server_that_is_too_old_is_refused_with_a_sentence() {
        assertThat(failures.of(KeeperException.create(KeeperException.Code.UNIMPLEMENTED)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ZooKeeper at nowhere refused: a server is older than 3.6, which locks need. Upgrade it.");
    }

    /** They would be the same if they were repeated. */
    @Test
    void what_a_server_s_configuration_does_not_allow_is_no_outage() {
        for (KeeperException.Code code :
                List.of(KeeperException.Code.EPHEMERALONLOCALSESSION, KeeperException.Code.BADARGUMENTS)) {
            assertThat(failures.of(KeeperException.create(code)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("ZooKeeper at nowhere refused: ");
        }
    }

    /** It would be told of every connection for as long as the framework lives. */
    @Test
    void whoever_could_not_open_it_listens_to_a_program_s_framework_no_more() {
        CuratorFramework framework = CuratorFrameworkFactory.newClient("127.0.0.1:1", new RetryOneTime(1));
        Connection shared = new Connection(
                new SharedSessions(framework),
                failures,
                new Upkeep(recipe, listeners),
                Duration.ofSeconds(1),
                SystemTicker.shared());
        assertThatThrownBy(() -> shared.open(Duration.ofSeconds(1), Duration.ofMillis(1)))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(((StandardListenerManager<?>) framework.getCuratorListenable()).size())
                .isZero();
    }

    /** As when a session goes on at a server that allows less. */
    @Test
    void a_session_time_that_becomes_shorter_is_kept_to() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start();
                Contender ann = new Contenders(server.url() + "?session=30s").contender()) {
            Sessions store = (Sessions) ann.store();
            Duration longest = store.longestLease();
            ann.hold("orders");
            server.kill();
            Path file = server.process().directory().resolve("zoo.cfg");
            Files.writeString(file, Files.readString(file).replace("SessionTimeout=600000", "SessionTimeout=10000"));
            server.restart();
            eventually(
                    Duration.ofSeconds(30),
                    () -> assertThat(store.longestLease().multipliedBy(3)).isEqualTo(longest));
            assertThat(ann.hold("other").remainingNanos())
                    .isLessThanOrEqualTo(store.longestLease().toNanos());
        }
    }
}
