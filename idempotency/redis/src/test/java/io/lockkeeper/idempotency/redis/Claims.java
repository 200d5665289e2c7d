package io.lockkeeper.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.StoredEnd;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Claims for tests, and their answers. */
final class Claims {

    static final Fingerprint PRINT = Fingerprint.of("EUR", "5");
    static final Duration LEASE = Duration.ofSeconds(30);
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final Retention DAY = Retention.of(Duration.ofDays(1));
    static final StoredEnd GONE =
            new StoredEnd(IdempotencyState.COMPLETED, OutcomeFormat.encode(new OutcomeFormat.Stored.Gone()), DAY);

    private Claims() {}

    static RedisRecords store(String url) {
        return RedisIdempotency.store(StoreAddress.parse(url));
    }

    static IdempotencyKey key() {
        return IdempotencyKey.of("payments", UUID.randomUUID().toString());
    }

    static IdempotencyClaim claim(IdempotencyKey key, String owner, Duration lease) {
        return new IdempotencyClaim(key, owner, PRINT, new IdempotencyClaim.Terms(lease, DAY, true));
    }

    static IdempotencyClaim claim(IdempotencyKey key, String owner) {
        return claim(key, owner, LEASE);
    }

    static ClaimAnswer.Granted granted(IdempotencyStore store, IdempotencyClaim claim) {
        ClaimAnswer answer = answer(store.claim(claim));
        assertThat(answer).isInstanceOf(ClaimAnswer.Granted.class);
        return (ClaimAnswer.Granted) answer;
    }

    static Ownership owned(IdempotencyStore store, IdempotencyClaim claim) {
        return new Ownership(claim.key(), claim.owner(), granted(store, claim).token());
    }

    /** A claim that takes over as soon as the lease before it has expired. */
    static Ownership successor(IdempotencyStore store, IdempotencyKey key, String owner) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            if (answer(store.claim(claim(key, owner))) instanceof ClaimAnswer.Granted granted) {
                return new Ownership(key, owner, granted.token());
            }
            assertThat(end - System.nanoTime()).as("the time left").isPositive();
        }
    }

    static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
