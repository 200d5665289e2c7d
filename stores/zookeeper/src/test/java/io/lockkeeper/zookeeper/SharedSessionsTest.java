package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.ensemble.fixed.FixedEnsembleProvider;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.Test;

/** How a connection learns of the sessions that a program's framework begins and ends. */
class SharedSessionsTest extends WithFramework {

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
}
