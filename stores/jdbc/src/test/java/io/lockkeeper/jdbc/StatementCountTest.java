package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Tokens;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What locks cost is counted in statements. */
class StatementCountTest {

    private static final JdbcSettings SETTINGS = JdbcSettings.defaults().withTimeout(Duration.ofMinutes(1));
    private static final Duration LEASE = Duration.ofMinutes(1);

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }

        /** Each writes what it read: the claim that queues, and the release that hands on. */
        @Test
        void aHandOverBetweenClientsIsFourStatements() {
            CountedDataSource source = new CountedDataSource(database().url());
            RecordedSignals heard = new RecordedSignals();
            try (JdbcStore store = JdbcStore.over(source, SETTINGS)) {
                answer(store.listen("eve", heard));
                Grant held = new ClaimsOf("ann").hold(store, "orders", LEASE);
                Claim waiting = new ClaimsOf("eve").waiting("orders", LEASE);
                long before = source.statements();
                assertThat(ClaimsOf.queued(store, waiting).ahead()).isZero();
                answer(store.release(held.withContention()));
                assertThat(heard.await(PATIENCE, Signal.Granted.class::isInstance))
                        .isPresent();
                assertThat(source.statements() - before).isEqualTo(4);
            }
        }

        /** The row's transaction ids show who wrote or locked it last. */
        @Test
        void anAttemptThatIsRefusedWritesNothing() throws SQLException {
            ClaimsOf eve = new ClaimsOf("eve");
            try (JdbcStore store = database().open()) {
                Grant unused = new ClaimsOf("ann").hold(store, "traces", LEASE);
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

        /** As of a pool that leaves transactions to its users. */
        @Test
        void aSourceThatDoesNotCommitByItselfServesAsWell() throws InterruptedException {
            CountedDataSource source = new CountedDataSource(database().url(), false);
            try (LockClient ann = client(source);
                    LockClient eve = client(source)) {
                Lease lease = ann.lock("orders").acquire();
                var waiting = eve.lock("orders").acquireAsync().toCompletableFuture();
                lease.close();
                waiting.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
            }
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
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2);
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        OnAnyDatabase(Supplier<TestDatabase> starter) {
            super(starter);
        }

        @Test
        void aLockThatNobodyElseWantsIsTwoStatements() throws InterruptedException {
            CountedDataSource source = new CountedDataSource(database().url());
            try (LockClient locks = client(source)) {
                locks.lock("orders").acquire().close();
                long before = source.statements();
                for (int i = 0; i < 10; i++) {
                    locks.lock("orders").acquire().close();
                    locks.lock("new-" + i).acquire().close();
                }
                assertThat(source.statements() - before).isEqualTo(40);
            }
        }

        @Test
        void allThatAClientHoldsIsRenewedByOneStatement() {
            CountedDataSource source = new CountedDataSource(database().url());
            try (JdbcStore store = JdbcStore.over(source, SETTINGS)) {
                ClaimsOf ann = new ClaimsOf("ann");
                List<Renewal> due = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    due.add(new Renewal(ann.hold(store, "many-" + i, LEASE), LEASE));
                }
                long before = source.statements();
                assertThat(answer(store.renew(due)).renewed()).hasSize(500);
                assertThat(source.statements() - before).isEqualTo(1);
            }
        }

        /** As many as no statement has parameters for. */
        @Test
        void moreLocksThanAStatementHasParametersAreRenewedAllTheSame() {
            try (JdbcStore store = database().open()) {
                List<Renewal> due = new ArrayList<>();
                for (int i = 0; i < 40_000; i++) {
                    Grant gone = new Grant(
                            "none-" + i, new ClaimId("nobody", i), new Tokens(1, 1), new Remaining(1, 1), false);
                    due.add(new Renewal(gone, Duration.ofSeconds(30)));
                }
                assertThat(answer(store.renew(due)).lost()).hasSize(40_000);
            }
        }

        static LockClient client(CountedDataSource source) {
            return Engine.load().start(JdbcStore.over(source, SETTINGS), ClientOptions.defaults());
        }
    }
}
