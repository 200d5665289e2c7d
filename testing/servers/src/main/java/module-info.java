/**
 * Real servers for tests: started on free loopback ports, paused, killed and restarted, and the connections to them
 * cut, frozen and slowed.
 *
 * <p>embedded-redis is an automatic module: it brings a Redis executable, and nothing more of it is used.
 */
module io.lockkeeper.servers {
    requires embedded.redis;
    requires org.apache.commons.compress;
    requires transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;

    exports io.lockkeeper.servers;
}
