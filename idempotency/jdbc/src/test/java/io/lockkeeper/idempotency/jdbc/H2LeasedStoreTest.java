package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.contract.IdempotencyStoreContract;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.idempotency.store.IdempotencyStore;

class H2LeasedStoreTest implements IdempotencyStoreContract {

    private final LeaseBench bench = LeaseBench.on(Kind.H2);

    @Override
    public IdempotencyStore open() {
        return bench.store();
    }
}
