package io.lockkeeper.bench.server;

import java.util.Map;

/**
 * What the server did for a contestant in an interval.
 *
 * @param calls how often each command was called, those inside scripts included
 * @param bytes received and sent
 * @param cpuSeconds of the server process, user and system
 */
public record Load(Map<String, Long> calls, double bytes, double cpuSeconds) {

    /**
     * Returns how many requests travelled, given which commands do so.
     *
     * @param seen by MONITOR in a pass of the same kind: EVALSHA always travels, a script's HSET never does
     */
    public double requests(Traffic seen) {
        return calls.entrySet().stream()
                .mapToDouble(each -> each.getValue() * seen.share(each.getKey()))
                .sum();
    }

    /** Returns how many commands were called, those inside scripts included. */
    public double commands() {
        return calls.values().stream().mapToLong(Long::longValue).sum();
    }
}
