package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@OnEveryDatabase
class CatalogueTest {

    private final Shop shop;
    private final TransactionalIdempotency idempotency;
    private final IdempotencyCatalogue catalogue;

    CatalogueTest(Kind kind) throws SQLException {
        shop = Shop.on(kind);
        idempotency = shop.open();
        catalogue = idempotency.catalogue();
    }

    private static IdempotencyKey key(String id) {
        return Shop.call(id).key();
    }

    private void leased(String id) throws Exception {
        idempotency.runInTransaction(Shop.call(id), attempt -> "value");
        shop.execute("UPDATE " + shop.marks() + " SET state = 1, outcome = NULL, finished_at = NULL");
    }

    @Test
    void a_finished_key_is_shown() throws Exception {
        assertThat(catalogue.find(key("a"))).isEmpty();
        idempotency.runInTransaction(Shop.call("a"), shop.order());
        IdempotencyRecord record = catalogue.find(key("a")).orElseThrow();
        assertThat(record.state()).isEqualTo(IdempotencyState.COMPLETED);
        assertThat(record.fingerprint()).isEqualTo(Shop.call("a").fingerprint());
        assertThat(record.attempt().since())
                .isBetween(Instant.now().minusSeconds(3600), Instant.now().plusSeconds(3600));
        IdempotencyRecord.Finished end = record.finished().orElseThrow();
        assertThat(end.storedBytes()).isGreaterThan(5);
        assertThat(end.purgedIn().orElseThrow()).isBetween(Duration.ofHours(23), Duration.ofHours(24));
        assertThat(catalogue.list("orders", 10)).hasSize(1);
        assertThat(catalogue.list("other", 10)).isEmpty();
    }

    @Test
    void a_key_is_freed_if_the_token_is_the_one_that_was_seen() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), shop.order());
        long token = catalogue.find(key("a")).orElseThrow().attempt().token();
        assertThat(catalogue.free(key("a"), token - 1)).isFalse();
        assertThat(catalogue.free(key("a"), token)).isTrue();
        assertThat(catalogue.free(key("a"), token)).isFalse();
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void a_key_in_progress_is_completed_by_hand() throws Exception {
        leased("a");
        long token = catalogue.find(key("a")).orElseThrow().attempt().token();
        EncodedValue value = OutcomeCodec.plain().encode("by hand");
        assertThat(catalogue.complete(key("a"), token + 1, Optional.of(value), Retention.forever()))
                .isFalse();
        assertThat(catalogue.complete(key("a"), token, Optional.of(value), Retention.forever()))
                .isTrue();
        assertThat(catalogue.complete(key("a"), token, Optional.of(value), Retention.forever()))
                .isFalse();
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isEqualTo(new Outcome.Replayed<>("by hand"));
        assertThat(catalogue.find(key("a")).orElseThrow().attempt().token()).isGreaterThan(token);
    }

    @Test
    void an_outcome_is_erased_and_its_mark_kept() throws Exception {
        leased("a");
        assertThat(catalogue.erase(key("a"))).isFalse();
        idempotency.runInTransaction(Shop.call("b"), shop.order());
        assertThat(catalogue.erase(key("b"))).isTrue();
        assertThat(idempotency.runInTransaction(Shop.call("b"), shop.order()))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.GONE));
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void records_whose_retention_is_over_are_purged_in_batches() throws Exception {
        for (int record = 0; record < 7; record++) {
            idempotency.runInTransaction(Shop.call("old" + record), attempt -> "value");
        }
        shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
        idempotency.runInTransaction(Shop.call("young"), attempt -> "value");
        assertThat(catalogue.list("orders", 10)).hasSize(1);
        assertThat(idempotency.purge(5)).isEqualTo(5);
        assertThat(idempotency.purge(5)).isEqualTo(2);
        assertThat(idempotency.purge(5)).isZero();
        assertThat(shop.number("SELECT count(*) FROM " + shop.marks())).isEqualTo(1);
    }
}
