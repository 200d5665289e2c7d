package io.lockkeeper.bench.server;

import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.Programs;
import java.util.Map;

/** A memcached, which counts what it looks up and writes itself. Not thread-safe. */
final class Memcached implements Server {
    private final MemcachedServer server;
    private final ProcessTree processes;

    private Memcached(MemcachedServer server) {
        this.server = server;
        this.processes =
                new ProcessTree(ProcessHandle.of(server.process().pid()).orElseThrow());
    }

    static Server start() {
        if (Programs.find("memcached").isEmpty()) {
            throw new IllegalArgumentException("memcached is not on the PATH: apt-get install memcached");
        }
        return new Memcached(MemcachedServer.start());
    }

    @Override
    public ServerKind kind() {
        return ServerKind.MEMCACHED;
    }

    @Override
    public String description() {
        return "memcached " + server.exec("version").get(0).replace("VERSION ", "");
    }

    @Override
    public String url() {
        return server.url();
    }

    @Override
    public void flush() {
        server.exec("flush_all");
    }

    @Override
    public LoadMeter measure() {
        CountedLoad before = load();
        return () -> load().since(before);
    }

    /** Each request travels. */
    @Override
    public Watch watch() {
        return Watch.ofNothing();
    }

    /** A request for the items of two keys counts as two. */
    private CountedLoad load() {
        Map<String, Long> stats = server.stats();
        double items = sum(stats, "cmd_get", "cmd_set", "cmd_touch", "delete_hits", "delete_misses");
        double bytes = sum(stats, "bytes_read", "bytes_written");
        return new CountedLoad(Map.of(Counter.ITEMS, items, Counter.BYTES, bytes), processes.cpuSeconds());
    }

    private static double sum(Map<String, Long> stats, String... names) {
        double sum = 0;
        for (String name : names) {
            sum += stats.getOrDefault(name, 0L);
        }
        return sum;
    }

    @Override
    public void close() {
        server.close();
    }
}
