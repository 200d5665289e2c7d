package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.store.ClaimAnswer;

/** How a flight ended, as those who follow it see it. */
public sealed interface Landing {

    /** The key may be free, or another process's: whoever follows asks the store. */
    Landing OPEN = new Open();

    /**
     * The key is finished.
     *
     * @param finished what the store has
     */
    record Settled(ClaimAnswer.Finished finished) implements Landing {}

    /** The key was used with another fingerprint. */
    record Mismatched() implements Landing {}

    /** An attempt did not finish within its lease, and the key is left to a person. */
    record Unknown() implements Landing {}

    /**
     * The store did not answer, and nothing ran.
     *
     * @param failure how it failed
     */
    record Unavailable(StoreUnavailableException failure) implements Landing {}

    /** See {@link #OPEN}. */
    record Open() implements Landing {}
}
