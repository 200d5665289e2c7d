package io.lockkeeper.spring.boot;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;
import java.util.Optional;

/** Asks a store for one lock, to see whether it answers. */
final class HealthCheck {

    private static final String NAME = "lockkeeper:health";

    private HealthCheck() {}

    /**
     * Asks.
     *
     * @return whether the store can be asked
     * @throws RuntimeException if it does not answer
     */
    static boolean ask(LockClient client) {
        Optional<LockInspection> inspection = client.inspection();
        inspection.ifPresent(present -> present.inspect(NAME));
        return inspection.isPresent();
    }
}
