package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.time.SystemTicker;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.AsyncCallback;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.junit.jupiter.api.Test;

/** When a session's requests are sent. */
class RequestsTest extends WithZooKeeper {

    private final Failures failures = new Failures("here");
    private final Listeners listeners = new Listeners();
    private final Upkeep upkeep = new Upkeep(Recipe.of(new Layout(""), List.of(), listeners, failures), listeners);

    /** A client whose creations take a while to be sent. */
    private final class Slow extends Administrator {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);

        Slow() throws IOException {
            super("127.0.0.1:" + server.port());
        }

        @Override
        public void create(
                String path,
                byte[] data,
                List<ACL> acl,
                CreateMode mode,
                AsyncCallback.Create2Callback told,
                Object context) {
            begun.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            super.create(path, data, acl, mode, told, context);
        }
    }

    /** Else a node could be made behind the look for what a store that was closed has left. */
    @Test
    void what_is_being_sent_is_sent_before_the_session_is_over() throws Exception {
        Slow zk = new Slow();
        try {
            Session session = new Session(upkeep, failures, patience(), SystemTicker.shared());
            session.by(zk);
            eventually(patience(), () -> assertThat(zk.getState().isConnected()).isTrue());
            Thread sending = new Thread(() -> {
                var unused =
                        session.ask().create("/late", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL);
            });
            sending.start();
            zk.begun.await();
            Thread ending = new Thread(() -> session.end(false));
            ending.start();
            eventually(
                    patience(),
                    () -> assertThat(ending.getState()).isIn(Thread.State.BLOCKED, Thread.State.TERMINATED));
            assertThat(ending.getState()).isEqualTo(Thread.State.BLOCKED);
            zk.goOn.countDown();
            ending.join();
            assertThat(zk.getEphemerals()).containsExactly("/late"); // Asked behind it.
            assertThat(session.ask().sync("/")).isCompletedExceptionally();
        } finally {
            zk.goOn.countDown();
            zk.close();
        }
    }

    /** There may be very many, and what keeps the session alive is answered behind those that are under way. */
    @Test
    void a_catalogue_asks_no_more_at_a_time_than_its_window_allows() {
        Window window = new Window();
        List<CompletableFuture<String>> others = new ArrayList<>();
        for (int time = 0; time < Window.MOST; time++) {
            CompletableFuture<String> other = new CompletableFuture<>();
            assertThat(window.enter(() -> other)).isNotCompleted();
            others.add(other);
        }
        Connection connection = new Connection(
                new OwnSessions(ZooKeeperSettings.of("127.0.0.1:" + server.port())),
                failures,
                upkeep,
                patience(),
                SystemTicker.shared());
        try {
            connection.open(patience(), patience());
            var found = new NodeCatalogue(connection, new Layout(""), window).inspect("orders");
            assertThat(connection.session().ask().sync("/")).succeedsWithin(patience());
            assertThat(found.toCompletableFuture()).isNotDone(); // It would be answered before.
            others.get(0).complete("");
            assertThat(found).succeedsWithin(patience()).isEqualTo(Optional.empty());
        } finally {
            connection.close(path -> false);
        }
    }
}
