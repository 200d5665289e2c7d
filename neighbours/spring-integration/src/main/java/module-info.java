/** Spring Integration's lock registry over Lockkeeper's locks. */
module io.lockkeeper.spring.integration {
    requires transitive io.lockkeeper;
    requires transitive spring.context;
    requires transitive spring.integration.core;
    requires static org.jspecify;
    requires org.slf4j;
    requires spring.core;
    requires spring.tx;

    exports io.lockkeeper.spring.integration;
}
