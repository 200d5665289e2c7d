package io.lockkeeper.spring.boot.idempotency;

import io.lockkeeper.idempotency.IdempotencyListener;

/** Measures requests, if Micrometer is there. */
interface IdempotencyMeters {

    /**
     * Returns what counts.
     *
     * @param scheme the kind of the store, such as {@code redis}
     */
    IdempotencyListener forStore(String scheme);
}
