package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** An attempt that finds a lock held neither writes nor locks its row: it is in nobody's way, and nobody in its. */
class RefusedAttemptTest {

    private static final Duration LEASE = Duration.ofMinutes(1);

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }

        /** The row's transaction ids show who wrote or locked it last. */
        @Test
        void itLeavesNoTraceInTheRow() throws SQLException {
            try (JdbcStore store = database().open()) {
                Grant unused = ann.hold(store, "traces", LEASE);
                Claim waits = eve.waiting("traces", LEASE);
                assertThat(ClaimsOf.queued(store, waits).ahead()).isZero();
                long before = trace();
                assertThat(ClaimsOf.send(store, eve.now("traces", LEASE))).isInstanceOf(ClaimOutcome.Busy.class);
                assertThat(ClaimsOf.queued(store, waits).ahead()).isZero();
                assertThat(trace()).isEqualTo(before);
            }
        }

        private long trace() throws SQLException {
            return database()
                    .number("SELECT xmin::text::bigint * 1000000000 + xmax::text::bigint FROM lockkeeper_locks2"
                            + " WHERE name = 'traces'");
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySqlsDriver);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        final ClaimsOf ann = new ClaimsOf("ann");
        final ClaimsOf eve = new ClaimsOf("eve");

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
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
}
