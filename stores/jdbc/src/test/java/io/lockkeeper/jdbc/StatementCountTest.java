package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Engine;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Tokens;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What locks cost is counted in statements. */
class StatementCountTest {

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }

        /** Each writes what it read: the claim that queues, and the release that hands on. */
        @Test
        void aHandOverBetweenClientsIsFourStatements() throws Exception {
            CountedDataSource source = new CountedDataSource(database().url());
            try (LockClient ann = client(source);
                    LockClient eve = client(source)) {
                Lease first = handOver(ann.lock("orders").acquire(), eve);
                Lease second = handOver(first, ann); // Now both have waited, and so both listen.
                long before = source.statements();
                Lease third = handOver(second, eve);
                // Its lease may have been extended by now.
                assertThat(source.statements() - before).isBetween(4L, 5L);
                third.close();
            }
        }

        /** Lets another client wait for what one holds, and have it. */
        private Lease handOver(Lease held, LockClient other) {
            CompletableFuture<Lease> waiting =
                    other.lock(held.name()).acquireAsync().toCompletableFuture();
            String question = "SELECT count(*) FROM lockkeeper_locks2 WHERE waiting IS NOT NULL";
            Await.until(
                    "somebody waits", Duration.ofSeconds(20), () -> database().number(question) == 1);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(300)); // The holder is told so.
            held.close();
            return waiting.orTimeout(20, TimeUnit.SECONDS).join();
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
                waiting.orTimeout(20, TimeUnit.SECONDS).join().close();
            }
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySql);
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
                }
                assertThat(source.statements() - before).isEqualTo(20);
            }
        }

        @Test
        void allThatAClientHoldsIsRenewedByOneStatement() throws InterruptedException {
            CountedDataSource source = new CountedDataSource(database().url());
            ClientOptions options = ClientOptions.defaults().withLease(Duration.ofSeconds(3));
            try (LockClient locks = Engine.load().start(JdbcStore.over(source, JdbcSettings.defaults()), options)) {
                List<Lease> held = new ArrayList<>();
                for (int i = 0; i < 500; i++) {
                    held.add(locks.lock("many-" + i).acquire());
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2_500)); // They come in step.
                long before = source.statements();
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
                assertThat(source.statements() - before)
                        .as("in the time of one lease")
                        .isBetween(2L, 5L);
                assertThat(held).allMatch(Lease::isHeld);
            }
        }

        /** As many as no statement has parameters for. */
        @Test
        void moreLocksThanAStatementHasParametersAreRenewedAllTheSame() {
            try (JdbcStore store = database().open("lockkeeper.timeout=30s")) {
                List<Renewal> due = new ArrayList<>();
                for (int i = 0; i < 40_000; i++) {
                    Grant gone = new Grant(
                            "none-" + i, new ClaimId("nobody", i), new Tokens(1, 1), new Remaining(1, 1), false);
                    due.add(new Renewal(gone, Duration.ofSeconds(30)));
                }
                assertThat(store.renew(due).toCompletableFuture().join().lost()).hasSize(40_000);
            }
        }

        static LockClient client(CountedDataSource source) {
            return Engine.load().start(JdbcStore.over(source, JdbcSettings.defaults()), ClientOptions.defaults());
        }
    }
}
