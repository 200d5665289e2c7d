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

    private final Listeners listeners = new Listeners();
    private RecordedSignals signals;
    private Contender ann;
    private Recipe recipe;
    private Connection connection;

    @BeforeEach
    void connect() {
        ann = contender();
        signals = new RecordedSignals();
        listeners.add(ann.holder().client(), signals);
        ZooKeeperSettings settings = ZooKeeperSettings.of("127.0.0.1:" + server.port());
        Failures failures = new Failures(settings.servers());
        recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, listeners, failures);
        connection = new Connection(
                new OwnSessions(settings),
                failures,
                new Upkeep(recipe, listeners),
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

    /** The news come before the look is answered, so the line counts as unchanged when they are dealt with. */
    @Test
    void who_comes_next_is_not_granted_when_somebody_writes_to_the_holder_s_node() throws Exception {
        try (Contender bob = contender()) {
            Grant grant = bob.hold("orders");
            Place place = stand();
            assertThat(assess(place, look(place))).succeedsWithin(patience()).isInstanceOf(ClaimOutcome.Queued.class);
            CompletableFuture<Children> looked = new CompletableFuture<>();
            var again =
                    place.then(() -> looked.thenCompose(seen -> recipe.turns().assess(place, seen, true)));
            write(Objects.requireNonNull(place.before));
            awaitNews(place);
            looked.complete(look(place));
            assertThat(again).succeedsWithin(patience()).isInstanceOf(ClaimOutcome.Queued.class);
            assertThat(place.then(() -> CompletableFuture.completedFuture(place.phase)))
                    .succeedsWithin(patience())
                    .isEqualTo(Place.Phase.WAITING);
            bob.release(grant);
            assertThat(signals.await(patience(), Signal.Granted.class::isInstance))
                    .isPresent();
        }
    }

    /** As when an error was thrown before the look was used. */
    @Test
    void a_look_by_which_nothing_was_decided_grants_nothing() {
        try (Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = bob.hold("orders");
            Claim between = eve.queue("orders");
            Place place = stand();
            assertThat(assess(place, look(place))).succeedsWithin(patience()).isInstanceOf(ClaimOutcome.Queued.class);
            String before = place.before;
            look(place);
            eve.withdraw(between, false);
            eventually(patience(), () -> assertThat(place.before).isNotEqualTo(before));
            assertThat(place.phase).isEqualTo(Place.Phase.WAITING);
            bob.release(grant);
            assertThat(signals.await(patience(), Signal.Granted.class::isInstance))
                    .isPresent();
        }
    }

    /** Else it would be looked at forever. */
    @Test
    void a_place_that_is_forgotten_while_its_node_is_first_is_not_granted() {
        Place place = stand();
        Children seen = look(place);
        assertThat(recipe.places().remove(place)).isTrue();
        assertThat(assess(place, seen))
                .failsWithin(patience())
                .withThrowableThat()
                .withCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void what_was_seen_for_a_place_that_is_forgotten_is_not_kept() {
        Place place = stand();
        assertThat(recipe.places().remove(place)).isTrue();
        assertThat(recipe.turns().line(place, true)).succeedsWithin(patience());
        assertThat(recipe.places().isUnchanged(place)).isFalse();
    }

    @Test
    void a_holder_whose_line_could_not_be_watched_is_watched_at_the_next_beat() throws Exception {
        Place place = stand();
        assertThat(assess(place, look(place))).succeedsWithin(patience()).isInstanceOf(ClaimOutcome.Granted.class);
        try (Administrator zk = administrator()) {
            zk.setACL(place.lock, ZooDefs.Ids.CREATOR_ALL_ACL, -1);
            recipe.turns().watch(place);
            connection.session().ask().sync("/").join(); // Answered behind the refusal.
            assertThat(place.watched).isFalse();
            zk.setACL(place.lock, ZooDefs.Ids.OPEN_ACL_UNSAFE, -1);
        }
        new Upkeep(recipe, listeners).beat(connection.session());
        eventually(patience(), () -> assertThat(place.watched).isTrue());
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

    private void write(String path) throws Exception {
        try (Administrator zk = administrator()) {
            zk.setData(path, new byte[0], -1);
        }
    }

    private void remove(Place place) throws Exception {
        try (Administrator zk = administrator()) {
            zk.delete(Objects.requireNonNull(place.path()), -1);
        }
    }
}
