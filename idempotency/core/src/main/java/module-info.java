/** Idempotency: the API, the SPI that stores implement, and the engine between them. */
module io.lockkeeper.idempotency {
    requires transitive io.lockkeeper;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.lockkeeper.idempotency;
    exports io.lockkeeper.idempotency.engine;
    exports io.lockkeeper.idempotency.memory;
    exports io.lockkeeper.idempotency.store;

    uses io.lockkeeper.idempotency.IdempotencyProvider;

    provides io.lockkeeper.idempotency.IdempotencyProvider with
            io.lockkeeper.idempotency.memory.MemoryProvider;
}
