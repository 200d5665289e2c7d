/** Meters and observations of locks, for Micrometer. */
module io.lockkeeper.micrometer {
    requires transitive io.lockkeeper;
    requires transitive micrometer.commons;
    requires transitive micrometer.core;
    requires transitive micrometer.observation;
    requires static transitive io.lockkeeper.idempotency;
    requires static org.jspecify;
    requires org.slf4j;

    exports io.lockkeeper.micrometer;
}
