package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Store;
import io.lockkeeper.time.SystemTicker;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.ZooDefs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of locks when their session ends, may have ended, or only seemed to. */
class SessionLossTest extends WithZooKeeper {

    private static final Duration SESSION = Duration.ofSeconds(4);

    private TcpProxy network;

    @BeforeEach
    void openNetwork() {
        network = server.proxy();
    }

    @Override
    public Store open() {
        return open(server.url() + "?session=4s");
    }

    /** A client that can be cut off. */
    private Contender distant() {
        return new Contenders(server.url(network) + "?session=4s").contender();
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(30);
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    /** Before anybody else can have the lock, though neither side hears anything of the other. */
    @Test
    void a_holder_that_is_cut_off_is_told_before_the_next_is_granted() {
        try (Contender ann = distant();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            network.freeze();
            ann.awaitSignal(lost(grant));
            assertThat(bob.signals().heard()).noneMatch(Signal.Granted.class::isInstance);
            assertThat(bob.awaitGrant(claim).firstToken()).isGreaterThan(grant.lastToken());
            network.heal();
        }
    }

    /** It asks again on the next one, and stands at the end. */
    @Test
    void a_waiter_that_was_cut_off_begins_anew() {
        try (Contender ann = contender();
                Contender bob = distant();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            network.freeze();
            bob.awaitSignal(new Signal.Missed());
            eventually(patience(), () -> assertThat(nodes("orders")).hasSize(1));
            Claim second = eve.queue("orders");
            network.heal();
            eventually(patience(), () -> assertThat(ahead(bob, claim)).isEqualTo(1));
            ann.release(grant);
            eve.release(eve.awaitGrant(second));
            bob.awaitGrant(claim);
        }
    }

    /** It may have been another's meanwhile, though this one heard of nothing. */
    @Test
    void a_session_that_may_be_over_is_given_up_though_the_server_would_go_on_with_it() {
        try (Contender ann = distant()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            network.freezeReplies();
            ann.awaitSignal(lost(grant));
            network.heal();
            eventually(
                    patience(), () -> assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim())));
            // Its node goes with the session, which the server is asked to end.
            eventually(
                    patience(),
                    () -> assertThat(ann.hold("orders").firstToken()).isGreaterThan(grant.lastToken()));
        }
    }

    /** The same claim, sent again on the next session, is another place in line: the old one still stands before it. */
    @Test
    void a_new_session_inherits_nothing() {
        try (Contender ann = distant();
                Contender bob = contender()) {
            ann.listen();
            Claim claim = Contender.patient(ann.claim("orders"));
            Grant grant = ann.hold(claim);
            network.freeze();
            ann.awaitSignal(lost(grant));
            network.heal();
            Grant next = eventuallyGranted(ann, claim);
            assertThat(next.firstToken()).isGreaterThan(grant.lastToken());
            bob.isRefused("orders");
        }
    }

    @Test
    void a_server_that_was_killed_and_is_back_in_time_costs_no_lock() {
        Contenders patient =
                new Contenders(server.url() + "?session=30s"); // For as long as a server may take to start.
        try (Contender ann = patient.contender();
                Contender bob = patient.contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            server.kill();
            server.restart();
            eventually(
                    patience(),
                    () -> assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim()));
            assertThat(ann.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(bob.awaitGrant(claim).firstToken()).isGreaterThan(grant.lastToken());
        }
    }

    @Test
    void a_server_that_stands_still_for_too_long_costs_all_locks() {
        try (Contender ann = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            server.pause();
            try {
                ann.awaitSignal(lost(grant));
            } finally {
                server.resume();
            }
            eventually(
                    patience(),
                    () -> assertThat(ann.hold("orders").firstToken()).isGreaterThan(grant.lastToken()));
        }
    }

    /** The servers' clocks went on. */
    @Test
    void a_session_of_a_machine_that_slept_for_longer_is_over() throws Exception {
        AtomicLong slept = new AtomicLong();
        Ticker clock = () -> SystemTicker.shared().nanos() + slept.get();
        Listeners listeners = new Listeners();
        Failures failures = new Failures(server.url());
        Recipe recipe = Recipe.of(new Layout(""), ZooDefs.Ids.OPEN_ACL_UNSAFE, listeners, failures);
        ZooKeeperSettings settings = ZooKeeperSettings.of("127.0.0.1:" + server.port());
        Connection connection =
                new Connection(new OwnSessions(settings), failures, new Upkeep(recipe, listeners), patience(), clock);
        try (Contender ann = contender()) {
            connection.open(settings.times().session(), patience());
            RecordedSignals signals = new RecordedSignals();
            listeners.add(ann.holder().client(), signals);
            ClaimOutcome outcome = ann.answer(new Claims(connection, recipe).claim(ann.claim("orders")));
            Grant grant = ((ClaimOutcome.Granted) outcome).grant();
            slept.set(settings.times().session().toNanos());
            assertThat(signals.await(patience(), lost(grant)::equals)).isPresent();
        } finally {
            connection.close(path -> false);
        }
    }

    @Test
    void tokens_never_go_back_over_restarts() {
        long last = 0;
        for (int restart = 0; restart < 3; restart++) {
            try (Contender ann = contender()) {
                for (int turn = 0; turn < 20; turn++) {
                    Grant grant = ann.hold("orders");
                    assertThat(grant.firstToken()).isGreaterThan(last);
                    last = grant.lastToken();
                    ann.release(grant);
                }
                ann.hold("orders");
            }
            server.kill();
            server.restart();
        }
    }

    private Grant eventuallyGranted(Contender client, Claim claim) {
        Grant[] granted = new Grant[1];
        eventually(SESSION.multipliedBy(5), () -> granted[0] = client.hold(claim));
        return granted[0];
    }

    private static int ahead(Contender client, Claim claim) {
        return ((ClaimOutcome.Queued) client.send(claim)).ahead();
    }

    private static Signal lost(Grant grant) {
        return new Signal.Lost(grant.name(), grant.claim(), LeaseLoss.Reason.EXPIRED);
    }
}
