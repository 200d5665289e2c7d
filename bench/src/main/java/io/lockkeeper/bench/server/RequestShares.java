package io.lockkeeper.bench.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much of each command travels, and how much scripts call.
 *
 * <p>INFO counts both alike. Which is which was learned from {@link Monitor} in a pass that is not timed, and holds for
 * the timed ones: EVALSHA always travels, a script's HSET never does.
 */
public final class RequestShares {
    private final Map<String, Double> shares = new HashMap<>();

    /** Learns from what MONITOR told. */
    public RequestShares(List<MonitorLine> lines) {
        Map<String, long[]> counts = new HashMap<>();
        for (MonitorLine line : lines) {
            long[] count = counts.computeIfAbsent(line.command(), any -> new long[2]);
            count[line.isRequest() ? 0 : 1]++;
        }
        counts.forEach((command, count) -> shares.put(command, (double) count[0] / (count[0] + count[1])));
    }

    /** Returns how many requests travelled; a command that the pass did not meet is taken for one. */
    public double requests(Load load) {
        double requests = 0;
        for (Map.Entry<String, Long> each : load.calls().entrySet()) {
            requests += each.getValue() * shares.getOrDefault(each.getKey(), 1.0);
        }
        return requests;
    }
}
