/** The promises that every store keeps, as tests: a store's test class implements them. */
module io.lockkeeper.contract {
    requires transitive io.lockkeeper;
    requires transitive org.junit.jupiter.api;
    requires org.assertj.core;
    requires static org.jspecify;

    exports io.lockkeeper.contract;
}
