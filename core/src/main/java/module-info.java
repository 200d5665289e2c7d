/** The lock API, the SPI that stores implement, and the engine between them. */
module io.lockkeeper {
    requires jdk.jfr;
    requires org.slf4j;
    requires static transitive org.jspecify;

    exports io.lockkeeper;
    exports io.lockkeeper.store;
    exports io.lockkeeper.time;

    uses io.lockkeeper.Connector;
    uses io.lockkeeper.store.Engine;
    uses io.lockkeeper.store.StoreProvider;

    provides io.lockkeeper.Connector with
            io.lockkeeper.engine.StoreConnector;
    provides io.lockkeeper.store.Engine with
            io.lockkeeper.engine.SystemEngine;
}
