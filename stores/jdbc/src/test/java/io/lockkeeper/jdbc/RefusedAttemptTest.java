package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An attempt that finds a lock held neither writes nor locks its row: it is in nobody's way, and nobody in its. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Kind.class,
        names = {"POSTGRESQL", "MARIADB", "MYSQLS_DRIVER_ON_MARIADB", "H2"})
class RefusedAttemptTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofMinutes(1);

    private final ClaimsOf ann = new ClaimsOf("ann");
    private final ClaimsOf eve = new ClaimsOf("eve");

    RefusedAttemptTest(Kind kind) {
        super(kind);
    }

    /** A transaction keeps the row, so that whoever wants to lock it has to wait for longer than this test does. */
    @Test
    void itIsAnsweredThoughTheRowIsLocked() throws Exception {
        try (JdbcStore store = database().open("lockkeeper.timeout=1m");
                Connection keeper = database().connect();
                Statement statement = keeper.createStatement()) {
            Grant grant = ann.hold(store, "kept", LEASE);
            Claim waits = eve.waiting("kept", LEASE);
            assertThat(ClaimsOf.queued(store, waits).ahead()).isZero();
            keeper.setAutoCommit(false);
            statement.execute("SELECT * FROM lockkeeper_locks2 FOR UPDATE");
            CompletableFuture<ClaimOutcome> refused =
                    Aside.ask(() -> ClaimsOf.send(store, new ClaimsOf("bob").now("kept", LEASE)));
            assertThat(refused.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ClaimOutcome.Busy.class,
                            busy -> assertThat(busy.holder()).isNotNull());
            CompletableFuture<ClaimOutcome> again = Aside.ask(() -> ClaimsOf.send(store, waits));
            assertThat(again.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            ClaimOutcome.Queued.class,
                            queued -> assertThat(queued.holder()).isNotNull());
            keeper.rollback();
            assertThat(store.renew(List.of(new Renewal(grant, LEASE)))
                            .toCompletableFuture()
                            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                            .renewed())
                    .containsOnlyKeys(grant.claim());
        }
    }
}
