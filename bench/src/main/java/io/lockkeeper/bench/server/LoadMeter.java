package io.lockkeeper.bench.server;

import java.util.Map;

/**
 * Measures the server's load between its start and its reading. One at a time: starting one resets the counters.
 *
 * <p>Signs of life are left out: they come by the clock, from clients that wait for their turn too.
 */
public final class LoadMeter {
    private final Server server;
    private final double cpuBefore;

    private LoadMeter(Server server, double cpuBefore) {
        this.server = server;
        this.cpuBefore = cpuBefore;
    }

    /** Starts to count anew. */
    public static LoadMeter start(Server server) {
        double cpu = cpu(server.info("cpu"));
        server.resetCounters();
        return new LoadMeter(server, cpu);
    }

    /** Returns the load since the start. */
    public Load read() {
        Info info = server.info("all");
        Map<String, Long> calls = info.calls();
        calls.remove(Harness.KEEP_ALIVE);
        double bytes = info.number("total_net_input_bytes") + info.number("total_net_output_bytes");
        return new Load(calls, bytes, cpu(info) - cpuBefore);
    }

    private static double cpu(Info info) {
        return info.number("used_cpu_sys") + info.number("used_cpu_user");
    }
}
