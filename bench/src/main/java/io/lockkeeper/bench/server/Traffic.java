package io.lockkeeper.bench.server;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** How often Redis was sent each command, and how often scripts called it; signs of life left out. Thread-safe. */
public final class Traffic {
    /** What the harness itself asks Redis, which no contestant is charged for. */
    static final Set<String> HARNESS = Set.of("info", "config", "flushall", "monitor", "auth");

    /** Keeps connections alive: by the clock, from clients that wait for their turn too. Idle clients are charged for it. */
    static final String KEEP_ALIVE = "ping";

    private final Map<String, Long> sent = new HashMap<>();
    private final Map<String, Long> called = new HashMap<>();

    synchronized void add(Monitor.Line line) {
        if (!HARNESS.contains(line.command()) && !line.command().equals(KEEP_ALIVE)) {
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
