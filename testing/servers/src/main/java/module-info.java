/**
 * Real servers for tests: started on free loopback ports, paused, killed and restarted, and the connections to them
 * cut, frozen and slowed.
 *
 * <p>embedded-redis and Jedis are automatic modules: one brings a Redis executable, of the other a connection is used.
 */
module io.lockkeeper.servers {
    requires embedded.redis;
    requires org.apache.commons.compress;
    requires redis.clients.jedis;
    requires transitive org.junit.jupiter.api;
    requires static transitive org.jspecify;

    exports io.lockkeeper.servers;
}
