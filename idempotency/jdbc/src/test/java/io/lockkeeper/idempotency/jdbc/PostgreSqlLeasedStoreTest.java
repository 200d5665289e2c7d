package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.contract.IdempotencyStoreContract;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.idempotency.store.IdempotencyStore;

class PostgreSqlLeasedStoreTest implements IdempotencyStoreContract {

    private final LeaseBench bench = LeaseBench.on(Kind.POSTGRESQL);

    @Override
    public IdempotencyStore open() {
        return bench.store();
    }
}
