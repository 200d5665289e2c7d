package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.server.Monitor;
import io.lockkeeper.bench.server.Server;
import io.lockkeeper.bench.server.Traffic;
import java.time.Duration;

/**
 * Where scenarios are played.
 *
 * @param server the one server of all
 * @param duration how long to measure, a round
 */
public record Stage(Server server, Duration duration) {
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final Duration COUNT = Duration.ofMillis(400);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Returns how long to warm up: long enough for the compilers, unless the whole is a trial. */
    Duration warmUp() {
        return duration.compareTo(WARM_UP) < 0 ? duration : WARM_UP;
    }

    /** Returns how long to count requests, untimed. */
    Duration count() {
        return duration.compareTo(COUNT) < 0 ? duration : COUNT;
    }

    /** Returns how long to wait for what should take this long. */
    Duration patience(Duration expected) {
        return expected.plus(PATIENCE);
    }

    /** Empties the server, plays while MONITOR is read, and returns which commands travel and which ones scripts call. */
    Traffic watch(Runnable play) {
        server.flush();
        return watchHeld(play);
    }

    /** Does the same without emptying the server: a lock is held there. */
    Traffic watchHeld(Runnable play) {
        try (Monitor monitor = Monitor.start(server)) {
            play.run();
            return monitor.finish(server);
        }
    }
}
