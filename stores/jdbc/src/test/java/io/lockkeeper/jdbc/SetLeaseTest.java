package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whoever has a grant's id ends its lease, earlier or later, renews and releases it, from wherever. */
@OnEveryDatabase
class SetLeaseTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofMinutes(5);

    private final ClaimsOf ann = new ClaimsOf("ann");
    private final ClaimsOf eve = new ClaimsOf("eve");

    SetLeaseTest(Kind kind) {
        super(kind);
    }

    @Test
    void aLeaseEndsEarlierAndWhoWaitsLearnsOfIt() {
        RecordedSignals heard = new RecordedSignals();
        try (JdbcStore store = open();
                JdbcStore other = open()) {
            answer(other.listen("eve", heard));
            Grant grant = ann.hold(store, "earlier", LEASE);
            Claim waits = eve.waiting("earlier", LEASE);
            assertThat(ClaimsOf.queued(other, waits).recheckAfter()).isGreaterThan(Duration.ofSeconds(30));
            assertThat(answer(store.setLease(grant, Duration.ofSeconds(1)))).isTrue();
            assertThat(heard.await(PATIENCE, new Signal.Free("earlier")::equals))
                    .as("that asking again makes sense")
                    .isPresent();
            Await.until("eve holds", PATIENCE, () -> ClaimsOf.send(other, waits) instanceof ClaimOutcome.Granted);
            assertThat(answer(store.setLease(grant, LEASE)))
                    .as("that it is lost")
                    .isFalse();
            assertThat(ClaimsOf.granted(other, waits).claim()).isEqualTo(waits.id());
        }
    }

    @Test
    void aLeaseEndsLater() {
        try (JdbcStore store = open()) {
            Grant grant = ann.hold(store, "later", Duration.ofMinutes(1));
            assertThat(answer(store.setLease(grant, LEASE))).isTrue();
            ClaimOutcome refused = ClaimsOf.send(store, eve.now("later", LEASE));
            assertThat(refused)
                    .isInstanceOfSatisfying(
                            ClaimOutcome.Busy.class,
                            busy -> assertThat(busy.retryAfter()).isGreaterThan(Duration.ofMinutes(2)));
        }
    }

    /** With nothing but the lock's name, the claim's id and the tokens, as they were told. */
    @Test
    void anotherClientRenewsAndReleases() {
        try (JdbcStore store = open();
                JdbcStore other = open()) {
            Grant grant = ann.hold(store, "elsewhere", Duration.ofMinutes(1));
            Grant told = new Grant(grant.name(), grant.claim(), grant.tokens(), new Remaining(1, 1), true);
            assertThat(answer(other.renew(List.of(new Renewal(told, LEASE)))).renewed())
                    .containsOnlyKeys(grant.claim());
            assertThat(answer(other.release(told))).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(answer(store.release(grant))).isInstanceOf(ReleaseOutcome.NotHeld.class);
            assertThat(answer(other.setLease(told, LEASE))).isFalse();
            assertThat(eve.hold(other, "elsewhere", LEASE).firstToken()).isGreaterThan(grant.lastToken());
        }
    }

    private JdbcStore open() {
        return database().open();
    }
}
