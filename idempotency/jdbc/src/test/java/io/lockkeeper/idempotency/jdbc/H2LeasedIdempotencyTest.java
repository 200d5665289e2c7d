package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.contract.LeasedIdempotencyContract;
import io.lockkeeper.idempotency.databases.Kind;

class H2LeasedIdempotencyTest implements LeasedIdempotencyContract {

    private final LeaseBench bench = LeaseBench.on(Kind.H2);

    @Override
    public LeasedIdempotency start(IdempotencySettings settings) {
        return bench.start(settings);
    }
}
