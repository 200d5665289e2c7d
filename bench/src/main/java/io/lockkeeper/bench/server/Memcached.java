package io.lockkeeper.bench.server;

import io.lockkeeper.servers.MemcachedServer;
import java.util.Map;

/** A memcached, which counts what it looks up and writes itself. Not thread-safe. */
final class Memcached extends CountingServer<MemcachedServer> {

    private Memcached(MemcachedServer server) {
        super(ServerKind.MEMCACHED, server);
    }

    static Server start() {
        need("memcached", "memcached");
        return new Memcached(MemcachedServer.start());
    }

    @Override
    public String description() {
        return "memcached " + server().exec("version").get(0).replace("VERSION ", "");
    }

    @Override
    public void flush() {
        server().exec("flush_all");
    }

    /** A request for the items of two keys counts as two. */
    @Override
    Map<Counter, Double> counts() {
        Map<String, Long> stats = server().stats();
        double items = sum(stats, "cmd_get", "cmd_set", "cmd_touch", "delete_hits", "delete_misses");
        double bytes = sum(stats, "bytes_read", "bytes_written");
        return Map.of(Counter.ITEMS, items, Counter.BYTES, bytes);
    }

    private static double sum(Map<String, Long> stats, String... names) {
        double sum = 0;
        for (String name : names) {
            sum += stats.getOrDefault(name, 0L);
        }
        return sum;
    }
}
