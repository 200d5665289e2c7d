package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A pool may lend connections that see what other sessions have not committed. */
@OnEveryDatabase
class LeasedUncommittedTest {

    private final LeaseBench bench;
    private final TestSource source;

    LeasedUncommittedTest(Kind kind) {
        this.bench = LeaseBench.on(kind);
        this.source = new TestSource(bench.url(), Connection.TRANSACTION_READ_UNCOMMITTED, true);
    }

    private static ClaimAnswer claim(IdempotencyStore store) {
        return store.claim(LeasedRaceTest.claim(Shop.call("a").key()))
                .toCompletableFuture()
                .join();
    }

    @Test
    void an_outcome_that_is_not_committed_is_not_replayed() throws Exception {
        try (IdempotencyStore store = bench.store(source);
                TransactionalIdempotency transactional =
                        JdbcIdempotency.transactional(bench.source(), bench.settings(Duration.ofSeconds(60)));
                Connection own = bench.connect()) {
            store.catalogue().find(Shop.call("a").key());
            own.setAutoCommit(false);
            transactional.in(own).runInTransaction(Shop.call("a"), attempt -> "not committed");
            assertThat(claim(store)).isInstanceOf(ClaimAnswer.Held.class);
            own.rollback();
            assertThat(claim(store)).isInstanceOf(ClaimAnswer.Granted.class);
        }
        assertThat(source.faults()).isEmpty();
    }

    @Test
    void an_outcome_that_is_committed_is_replayed() throws Exception {
        try (IdempotencyStore store = bench.store(source);
                TransactionalIdempotency transactional =
                        JdbcIdempotency.transactional(bench.source(), bench.settings(Duration.ofSeconds(60)))) {
            transactional.runInTransaction(Shop.call("a"), attempt -> "committed");
            assertThat(claim(store)).isInstanceOf(ClaimAnswer.Finished.class);
        }
        assertThat(source.faults()).isEmpty();
    }
}
