package io.lockkeeper.bench.server;

import java.util.Set;

/** What the harness itself asks the server, which no contestant is charged for. */
final class Harness {
    static final Set<String> COMMANDS = Set.of("info", "config", "flushall", "monitor", "auth");

    private Harness() {}
}
