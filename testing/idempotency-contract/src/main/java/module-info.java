/** The promises that every idempotency store keeps, as tests: a store's test class implements them. */
module io.lockkeeper.idempotency.contract {
    requires transitive io.lockkeeper.idempotency;
    requires transitive org.junit.jupiter.api;
    requires io.lockkeeper.contract;
    requires org.assertj.core;
    requires static org.jspecify;

    exports io.lockkeeper.idempotency.contract;
}
