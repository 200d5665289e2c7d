package io.lockkeeper.idempotency.redis;

import static io.lockkeeper.idempotency.redis.Claims.DAY;
import static io.lockkeeper.idempotency.redis.Claims.GONE;
import static io.lockkeeper.idempotency.redis.Claims.LEASE;
import static io.lockkeeper.idempotency.redis.Claims.PRINT;
import static io.lockkeeper.idempotency.redis.Claims.answer;
import static io.lockkeeper.idempotency.redis.Claims.claim;
import static io.lockkeeper.idempotency.redis.Claims.owned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.IdempotencyCatalogue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CatalogueTest extends WithRedis {

    private final IdempotencyKey key = Claims.key();
    private final IdempotencyCatalogue catalogue = store.catalogue();

    @Test
    void a_key_is_shown_in_each_state() {
        assertThat(catalogue.find(key)).isEmpty();
        Ownership ann = owned(store, claim(key, "ann"));
        IdempotencyRecord running = catalogue.find(key).orElseThrow();
        assertThat(running.state()).isEqualTo(IdempotencyState.IN_PROGRESS);
        assertThat(running.fingerprint()).isEqualTo(PRINT);
        assertThat(running.attempt().token()).isEqualTo(ann.token());
        assertThat(running.attempt().number()).isEqualTo(1);
        assertThat(running.attempt().leaseRemaining()).isPositive().isLessThanOrEqualTo(LEASE);
        assertThat(running.attempt().since())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
        assertThat(running.finished()).isEmpty();

        answer(store.finish(ann, GONE));
        IdempotencyRecord done = catalogue.find(key).orElseThrow();
        assertThat(done.state()).isEqualTo(IdempotencyState.COMPLETED);
        IdempotencyRecord.Finished finished = done.finished().orElseThrow();
        assertThat(finished.storedBytes()).isEqualTo(GONE.outcome().length);
        assertThat(finished.purgedIn().orElseThrow()).isBetween(Duration.ofHours(23), Duration.ofHours(24));
    }

    @Test
    void a_scope_is_listed_whatever_else_there_is() {
        String scope = "scope*?[" + UUID.randomUUID();
        Set<IdempotencyKey> expected = new HashSet<>();
        for (int index = 0; index < 600; index++) {
            IdempotencyKey listed = IdempotencyKey.of(scope, "id/" + index);
            expected.add(listed);
            owned(store, claim(listed, "ann"));
            owned(store, claim(IdempotencyKey.of(scope + "x", "id" + index), "ann"));
        }
        answer(store.withdraw(IdempotencyKey.of(scope, "withdrawn"), "ann"));
        answer(store.release(owned(store, claim(IdempotencyKey.of(scope, "free"), "ann"))));
        REDIS.exec("HSET", name(IdempotencyKey.of(scope, "foreign")), "v", "9");
        REDIS.exec("SET", name(IdempotencyKey.of(scope, "of another type")), "someone else's");

        assertThat(catalogue.list(scope, 10_000))
                .extracting(IdempotencyRecord::key)
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(catalogue.list(scope, 7)).hasSize(7);
        assertThatThrownBy(() -> catalogue.find(IdempotencyKey.of(scope, "foreign")))
                .hasMessageContaining("version 9");
    }

    @Test
    void a_key_is_freed_by_its_token_only() {
        Ownership ann = owned(store, claim(key, "ann"));

        assertThat(catalogue.free(key, ann.token() - 1)).isFalse();
        assertThat(catalogue.free(key, ann.token())).isTrue();
        assertThat(catalogue.free(key, ann.token())).isFalse();
        assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.LOST);
        assertThat(owned(store, claim(key, "bob")).token()).isGreaterThan(ann.token());
    }

    @Test
    void a_key_is_completed_by_hand_and_lost_to_its_attempt() {
        Ownership ann = owned(store, claim(key, "ann"));
        answer(store.note(ann, new RecoveryPoint("charge", new byte[] {1})));
        EncodedValue value = new EncodedValue("s", new byte[] {1, 2});

        assertThat(catalogue.complete(key, ann.token() + 1, Optional.of(value), DAY))
                .isFalse();
        assertThat(catalogue.complete(key, ann.token(), Optional.of(value), Retention.forever()))
                .isTrue();
        assertThat(catalogue.complete(key, ann.token(), Optional.of(value), DAY))
                .isFalse();

        assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.LOST);
        ClaimAnswer.Finished finished = (ClaimAnswer.Finished) answer(store.claim(claim(key, "bob")));
        assertThat(OutcomeFormat.decode(finished.outcome())).isEqualTo(new Stored.Value(value));
        assertThat(catalogue.find(key).orElseThrow().finished().orElseThrow().purgedIn())
                .isEmpty();
    }

    @Test
    void an_outcome_is_erased_and_its_mark_is_kept() {
        Ownership ann = owned(store, claim(key, "ann"));
        assertThat(catalogue.erase(key)).isFalse();
        assertThat(catalogue.complete(key, ann.token(), Optional.of(new EncodedValue("s", new byte[9])), DAY))
                .isTrue();

        assertThat(catalogue.erase(key)).isTrue();

        ClaimAnswer.Finished finished = (ClaimAnswer.Finished) answer(store.claim(claim(key, "bob")));
        assertThat(OutcomeFormat.decode(finished.outcome())).isInstanceOf(Stored.Gone.class);
        assertThat(REDIS.exec("PTTL", name(key))).isNotEqualTo(-1L);
    }
}
