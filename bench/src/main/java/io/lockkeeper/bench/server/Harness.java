package io.lockkeeper.bench.server;

import java.util.Set;

/** What the harness itself asks Redis, which no contestant is charged for. */
final class Harness {
    static final Set<String> COMMANDS = Set.of("info", "config", "flushall", "monitor", "auth");

    /** Keeps connections alive: by the clock, from clients that wait for their turn too. Idle clients are charged for it. */
    static final String KEEP_ALIVE = "ping";

    private Harness() {}
}
