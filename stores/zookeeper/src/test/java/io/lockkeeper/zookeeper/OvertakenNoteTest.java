package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.time.SystemTicker;
import io.lockkeeper.zookeeper.Requests.Made;
import java.util.List;
import java.util.function.Consumer;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.Test;

/** The session's nodes are compared with what is known of them while a slow thread takes note of its node. */
class OvertakenNoteTest extends WithZooKeeper {

    private final Listeners listeners = new Listeners();
    private final Failures failures = new Failures("here");
    private final Recipe recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, listeners, failures);
    private final Upkeep upkeep = new Upkeep(recipe, listeners);

    /** The thread takes note between the look at the places and that at the nodes: when news of the last place are told. */
    @Test
    void a_node_that_is_noted_while_the_session_s_are_looked_at_is_not_taken_for_nobody_s() {
        Connection connection = new Connection(
                new OwnSessions(ZooKeeperSettings.of("127.0.0.1:" + server.port())),
                failures,
                upkeep,
                patience(),
                SystemTicker.shared());
        try (Contender ann = contender()) {
            connection.open(patience(), patience());
            Session session = connection.session();
            Place slow = recipe.places().add(new Place(ann.claim("orders"), session, "/lk1/orders"));
            Made made = new Nodes(recipe.layout(), ZooDefs.Ids.OPEN_ACL_UNSAFE)
                    .makeWithLine(slow)
                    .toCompletableFuture()
                    .join();
            String last = addRemovedUntilOneIsLast(ann, session);
            boolean[] noted = new boolean[1];
            listeners.add(ann.holder().client(), new WhenFree(name -> {
                if (name.equals(last)) {
                    slow.made(made);
                    noted[0] = true;
                }
            }));
            upkeep.reconnected(session);
            assertThat(session.ask().own("/", paths -> {})).succeedsWithin(patience()); // A removal was sent before,
            assertThat(session.ask().sync("/")).succeedsWithin(patience()); // and answered.
            assertThat(noted[0]).isTrue();
            assertThat(nodes("orders")).hasSize(1);
            assertThat(recipe.places().has(slow)).isTrue();
        } finally {
            connection.close(path -> false);
        }
    }

    /** Places whose nodes are gone, until the last to be looked at is one of them. Its lock's name. */
    private String addRemovedUntilOneIsLast(Contender ann, Session session) {
        for (int number = 0; ; number++) {
            Place gone = recipe.places().add(new Place(ann.claim("gone" + number), session, "/lk1/gone" + number));
            gone.made(new Made(Layout.prefix(gone.lock, gone.claim) + "0000000001", 1));
            List<Place> all = List.copyOf(recipe.places().all());
            Place last = all.get(all.size() - 1);
            if (last.node != null) {
                return last.claim.name();
            }
        }
    }

    /** Does something when a lock is said to be free. */
    private record WhenFree(Consumer<String> deed) implements GrantPush.Signals {

        @Override
        public void free(String name) {
            deed.accept(name);
        }

        @Override
        public void granted(Grant grant, long secret) {}

        @Override
        public void contended(String name) {}

        @Override
        public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {}

        @Override
        public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {}

        @Override
        public void mayBeRecalled(String name, ClaimId claim) {}

        @Override
        public void missed() {}
    }
}
