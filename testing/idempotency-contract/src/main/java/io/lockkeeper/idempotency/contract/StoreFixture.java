package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;

/** What a store's test class gives to the contract: the store, and how the store's time passes. */
public interface StoreFixture extends PassingTime {

    /** A lease that does not end during a test. */
    Duration LEASE = Duration.ofMinutes(10);

    /** A lease whose end a test waits for. */
    Duration SHORT_LEASE = Duration.ofMillis(300);

    /** A retention that does not end during a test. */
    Retention KEPT = Retention.of(Duration.ofDays(1));

    /** What most claims ask for. */
    Fingerprint PRINT = Fingerprint.of("EUR", "5");

    /** What others ask for. */
    Fingerprint OTHER_PRINT = Fingerprint.of("EUR", "6");

    /**
     * Connects to the place that all stores of this test share, as another process would.
     *
     * @return a new store, closed by the contract
     */
    IdempotencyStore open();

    /**
     * A new client with a store of its own.
     *
     * @return the client, to be closed by the caller
     */
    default StoreClient client() {
        return new StoreClient(open(), patience());
    }

    /**
     * A claim of a new owner that takes over.
     *
     * @param key the key
     * @param lease its lease
     * @return the claim
     */
    default IdempotencyClaim claim(IdempotencyKey key, Duration lease) {
        return claim(key, lease, PRINT, true);
    }

    /**
     * A claim of a new owner.
     *
     * @param key the key
     * @param lease its lease
     * @param fingerprint what it asks for
     * @param takesOver whether it takes over
     * @return the claim
     */
    default IdempotencyClaim claim(IdempotencyKey key, Duration lease, Fingerprint fingerprint, boolean takesOver) {
        return new IdempotencyClaim(
                key, UUID.randomUUID().toString(), fingerprint, new IdempotencyClaim.Terms(lease, KEPT, takesOver));
    }

    /**
     * A value as the outcome.
     *
     * @param text the outcome
     * @return completed, and kept
     */
    default StoredEnd completed(String text) {
        return new StoredEnd(IdempotencyState.COMPLETED, text.getBytes(StandardCharsets.UTF_8), KEPT);
    }

    /**
     * A key that no other test uses.
     *
     * @return the key
     */
    default IdempotencyKey freshKey() {
        return IdempotencyKey.of("contract", UUID.randomUUID().toString());
    }
}
