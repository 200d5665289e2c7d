package io.lockkeeper.bench.server;

import java.util.HashMap;
import java.util.Map;

/** How often Redis was sent each command, and how often scripts called it; signs of life left out. Thread-safe. */
public final class Traffic {
    private final Map<String, Long> sent = new HashMap<>();
    private final Map<String, Long> called = new HashMap<>();

    synchronized void add(MonitorLine line) {
        if (!Harness.COMMANDS.contains(line.command()) && !line.command().equals(Harness.KEEP_ALIVE)) {
            (line.isRequest() ? sent : called).merge(line.command(), 1L, Long::sum);
        }
    }

    /** Returns how many requests travelled. */
    public synchronized long requests() {
        return sum(sent);
    }

    /** Returns how many commands were carried out, those inside scripts included. */
    public synchronized long commands() {
        return sum(sent) + sum(called);
    }

    /** Returns which part of this command's calls travelled; of one that never was, all. */
    synchronized double share(String command) {
        long travelled = sent.getOrDefault(command, 0L);
        long all = travelled + called.getOrDefault(command, 0L);
        return all == 0 ? 1 : (double) travelled / all;
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
