package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockRecall;
import io.lockkeeper.RecallOutcome;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A proxy that sends plain reads to a replica that is behind: what becomes of a lock is decided where it is kept. */
@OnEveryDatabase
class StaleReplicaTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofMinutes(1);

    private final ClaimsOf ann = new ClaimsOf("ann");
    private final ClaimsOf eve = new ClaimsOf("eve");
    private TestDatabase replica;
    private JdbcStore store;

    StaleReplicaTest(Kind kind) {
        super(kind);
    }

    /** The replica knows of no lock at all, and never will. */
    @BeforeEach
    void readFromAReplica() {
        replica = another();
        replica.open().close(); // Makes the tables.
        database().open().close();
        store = open(true);
    }

    private JdbcStore open(boolean knowsLocks) {
        return JdbcStore.over(
                new SplittingDataSource(database().url(), replica.url(), knowsLocks),
                JdbcSettings.defaults().withTimeout(Duration.ofSeconds(30)));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void aReleaseIsNotTakenForALossAndTheNextInLineIsServed() {
        Grant grant = ann.hold(store, "release", LEASE);
        Claim next = eve.waiting("release", LEASE);
        assertThat(ClaimsOf.queued(store, next).ahead()).isZero();
        assertThat(answer(store.release(grant))).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(ClaimsOf.granted(store, next).firstToken()).isGreaterThan(grant.lastToken());
        assertThat(answer(store.release(grant))).isInstanceOf(ReleaseOutcome.NotHeld.class);
    }

    @Test
    void aClaimThatIsSentAgainIsToldWhatIsLeft() {
        Claim claim = ann.now("again", LEASE);
        Grant first = ClaimsOf.granted(store, claim);
        Grant second = ClaimsOf.granted(store, claim);
        assertThat(second.tokens()).isEqualTo(first.tokens());
        assertThat(ClaimsOf.send(store, eve.now("again", LEASE))).isInstanceOf(ClaimOutcome.Busy.class);
    }

    @Test
    void aWithdrawnClaimLeavesTheLine() {
        Grant grant = ann.hold(store, "line", LEASE);
        Claim gone = eve.waiting("line", LEASE);
        assertThat(ClaimsOf.queued(store, gone).ahead()).isZero();
        answer(store.withdraw(gone, false));
        answer(store.release(grant));
        assertThat(ann.hold(store, "line", LEASE).contended()).isFalse();
    }

    /** The look at the lock is a plain read, which the replica answers: it knows of no holder. */
    @Test
    void aHolderThatKeepsItsLockHasNotGivenItUp() throws InterruptedException {
        Grant held = ann.hold(store, "recall", LEASE);
        try (LockClient client = Engine.load().start(open(true), ClientOptions.defaults())) {
            LockRecall recall = client.recall().orElseThrow();
            assertThat(recall.recall("recall", Duration.ofMillis(300))).isInstanceOf(RecallOutcome.Kept.class);
            answer(store.release(held));
            assertThat(recall.recall("recall", Duration.ofMillis(300))).isInstanceOf(RecallOutcome.NotHeld.class);
        }
    }

    /** One of two is lost, so that it must be found out which. */
    @Test
    void aRenewalLosesNothingThatIsThere() {
        Grant kept = ann.hold(store, "kept", LEASE);
        Grant lost = ann.hold(store, "lost", LEASE);
        answer(store.release(lost));
        var outcome = answer(store.renew(List.of(new Renewal(kept, LEASE), new Renewal(lost, LEASE))));
        assertThat(outcome.renewed()).containsOnlyKeys(kept.claim());
        assertThat(outcome.lost()).containsExactly(lost.claim());
    }

    /** One is lost, and of the other nobody knows while its row is locked. */
    @Test
    void aLockWhoseRowIsLockedIsNotLost() throws SQLException {
        Grant kept = ann.hold(store, "locked", LEASE);
        Grant lost = ann.hold(store, "gone", LEASE);
        answer(store.release(lost));
        try (Connection keeper = database().connect();
                PreparedStatement change = keeper.prepareStatement(
                        "UPDATE lockkeeper_locks2 SET changes = changes + 1 WHERE name = ? AND part = 0")) {
            keeper.setAutoCommit(false);
            Dialects.of(keeper).setName(change, 1, "locked");
            assertThat(change.executeUpdate()).isEqualTo(1);
            var outcome = answer(store.renew(List.of(new Renewal(kept, LEASE), new Renewal(lost, LEASE))));
            assertThat(outcome.renewed()).isEmpty();
            assertThat(outcome.lost()).containsExactly(lost.claim());
            keeper.rollback();
        }
    }

    /** Nothing that such a proxy answers says that a lock is not held. */
    @Test
    void whatIsNotKnownIsAnOutageIfLocksAreReadFromTheReplicaToo() {
        Grant held = ann.hold(store, "unknown", LEASE);
        Claim waits = eve.waiting("unknown", LEASE);
        assertThat(ClaimsOf.queued(store, waits).ahead()).isZero();
        try (JdbcStore blind = open(false)) {
            assertUnknown(blind.release(held));
            assertUnknown(blind.withdraw(waits, false));
            assertUnknown(blind.recall("unknown", null));
        }
    }

    private static void assertUnknown(CompletionStage<?> asked) {
        assertThatThrownBy(() -> answer(asked)).hasCauseInstanceOf(StoreUnavailableException.class);
    }
}
