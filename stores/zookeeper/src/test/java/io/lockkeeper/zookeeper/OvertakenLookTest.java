package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.time.SystemTicker;
import io.lockkeeper.zookeeper.Requests.Children;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A look at the line is answered, then news of the line come, and only then a slow thread decides by the look. */
class OvertakenLookTest extends WithZooKeeper {

    private final Listeners ears = new Listeners();
    private final RecordedSignals signals = new RecordedSignals();
    private Contender ann;
    private Recipe recipe;
    private Connection connection;

    @BeforeEach
    void connect() {
        ann = contender();
        ears.add(ann.holder().client(), signals);
        ZooKeeperSettings settings = ZooKeeperSettings.of("127.0.0.1:" + server.port());
        Failures failures = new Failures(settings.servers());
        recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, ears, failures);
        connection = new Connection(
                new OwnSessions(settings),
                failures,
                new Upkeep(recipe, ears),
                settings.times().timeout(),
                SystemTicker.shared());
        connection.open(settings.times().session(), settings.times().timeout());
    }

    @AfterEach
    void disconnect() {
        connection.close(path -> false);
        ann.close();
    }

    @Test
    void who_was_first_and_whose_node_was_removed_since_is_not_granted() throws Exception {
        Place place = stand();
        Children seen = look(place);
        remove(place);
        awaitNews(place);
        assertThat(assess(place, seen))
                .failsWithin(patience())
                .withThrowableThat()
                .withCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void who_is_first_learns_who_has_joined_since() {
        try (Contender bob = contender()) {
            Place place = stand();
            Children seen = look(place);
            bob.queue("orders");
            awaitNews(place);
            assertThat(assess(place, seen))
                    .succeedsWithin(patience())
                    .isInstanceOfSatisfying(
                            ClaimOutcome.Granted.class,
                            granted -> assertThat(granted.grant().contended()).isTrue());
        }
    }

    @Test
    void who_came_next_and_whose_node_was_removed_since_is_not_granted_when_the_holder_leaves() throws Exception {
        try (Contender bob = contender()) {
            Grant grant = bob.hold("orders");
            Place place = stand();
            Children seen = look(place);
            remove(place);
            awaitNews(place);
            assertThat(assess(place, seen)).succeedsWithin(patience()).isInstanceOf(ClaimOutcome.Queued.class);
            bob.release(grant);
            assertThat(signals.await(patience(), new Signal.Free("orders")::equals))
                    .isPresent();
            assertThat(signals.heard()).noneMatch(Signal.Granted.class::isInstance);
        }
    }

    @Test
    void what_was_seen_for_a_place_that_is_forgotten_is_not_kept() {
        Place place = stand();
        assertThat(recipe.places().remove(place)).isTrue();
        assertThat(recipe.turns().line(place, true)).succeedsWithin(patience());
        assertThat(recipe.places().isUnchanged(place)).isFalse();
    }

    /** A place in the line, whose client has not looked at it yet. */
    private Place stand() {
        Claim claim = Contender.patient(ann.claim("orders"));
        Layout layout = recipe.layout();
        Place place = recipe.places().add(new Place(claim, connection.session(), layout.lock("orders")));
        Nodes nodes = new Nodes(layout, ZooDefs.Ids.OPEN_ACL_UNSAFE);
        place.made(nodes.makeWithLine(place).toCompletableFuture().join());
        return place;
    }

    private Children look(Place place) {
        Children seen = recipe.turns().line(place, true).join();
        assertThat(recipe.places().isUnchanged(place)).isTrue();
        return seen;
    }

    private CompletableFuture<ClaimOutcome> assess(Place place, Children seen) {
        return place.then(() -> recipe.turns().assess(place, seen, true));
    }

    private void awaitNews(Place place) {
        eventually(
                patience(), () -> assertThat(recipe.places().isUnchanged(place)).isFalse());
    }

    private void remove(Place place) throws Exception {
        try (Administrator zk = administrator()) {
            zk.delete(Objects.requireNonNull(place.path()), -1);
        }
    }
}
