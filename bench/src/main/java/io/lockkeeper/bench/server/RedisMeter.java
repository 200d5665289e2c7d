package io.lockkeeper.bench.server;

import java.util.Map;

/** Measures the load of Redis by its own counters, which start anew. */
final class RedisMeter implements LoadMeter {
    private final Redis server;
    private final double cpuBefore;

    private RedisMeter(Redis server, double cpuBefore) {
        this.server = server;
        this.cpuBefore = cpuBefore;
    }

    static RedisMeter start(Redis server) {
        double cpu = cpu(server.info("cpu"));
        server.resetCounters();
        return new RedisMeter(server, cpu);
    }

    @Override
    public RedisLoad read() {
        Info info = server.info("all");
        Map<String, Long> calls = info.calls();
        calls.remove(Harness.KEEP_ALIVE);
        double bytes = info.number("total_net_input_bytes") + info.number("total_net_output_bytes");
        return new RedisLoad(calls, bytes, cpu(info) - cpuBefore);
    }

    private static double cpu(Info info) {
        return info.number("used_cpu_sys") + info.number("used_cpu_user");
    }
}
