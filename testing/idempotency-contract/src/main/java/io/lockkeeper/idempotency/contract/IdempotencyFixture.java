package io.lockkeeper.idempotency.contract;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the test class of an implementation gives to the contract: the implementation, in either mode. */
public interface IdempotencyFixture extends PassingTime {

    /** What most requests ask for. */
    Fingerprint PRINT = Fingerprint.of("EUR", "5");

    /** What others ask for. */
    Fingerprint OTHER_PRINT = Fingerprint.of("EUR", "6");

    /** Longer than any test. */
    Duration LONG = Duration.ofMinutes(2);

    /**
     * Connects to the place that all of this test share, as another process would.
     *
     * @param settings the settings
     * @return closed by the contract
     */
    Idempotency start(IdempotencySettings settings);

    /**
     * Connects with a timeout that a busy machine keeps.
     *
     * @return closed by the contract
     */
    default Idempotency start() {
        return start(IdempotencySettings.defaults().withTimeout(Duration.ofSeconds(60)));
    }

    /**
     * A request that does not wait, with plain values.
     *
     * @param key its key
     * @return the request
     */
    default IdempotentCall<@Nullable Object> call(IdempotencyKey key) {
        return IdempotentCall.of(key, PRINT, OutcomeCodec.plain());
    }

    /**
     * A request that waits, with plain values.
     *
     * @param key its key
     * @param wait for how long
     * @return the request
     */
    default IdempotentCall<@Nullable Object> waiting(IdempotencyKey key, Duration wait) {
        return call(key).withOptions(IdempotencyOptions.defaults().withMaxWait(wait));
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
