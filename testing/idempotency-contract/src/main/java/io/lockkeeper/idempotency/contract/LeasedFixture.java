package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import java.time.Duration;

/** What the test class of a store gives to the contract: the engine over the store, in the system's time. */
public interface LeasedFixture extends IdempotencyFixture {

    /** A lease whose end a test waits for. */
    Duration SHORT_LEASE = Duration.ofMillis(500);

    @Override
    LeasedIdempotency start(IdempotencySettings settings);

    @Override
    default LeasedIdempotency start() {
        return start(IdempotencySettings.defaults().withTimeout(Duration.ofSeconds(60)));
    }
}
