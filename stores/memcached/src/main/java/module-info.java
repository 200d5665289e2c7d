/** Locks in memcached, spoken to through folsom. */
module io.lockkeeper.memcached {
    requires transitive io.lockkeeper;
    requires folsom;
    requires io.netty.transport;
    requires static org.jspecify;
    // Folsom needs these too, and cannot say so: it is an automatic module.
    requires com.google.common;
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.common;
    requires io.netty.handler;

    exports io.lockkeeper.memcached;

    provides io.lockkeeper.store.StoreProvider with
            io.lockkeeper.memcached.MemcachedStoreProvider;
}
