package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.server.Server;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.server.Watch;
import io.lockkeeper.bench.workers.Crew;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Where scenarios are played.
 *
 * @param server the one server of all
 * @param duration how long to measure, a round
 */
public record Stage(Server server, Duration duration) {
    private static final Duration WARM_UP = Duration.ofSeconds(2);
    private static final int MOST_WARM_UPS = 4;
    private static final int BUSY_PART = 20;
    private static final Duration COUNT = Duration.ofMillis(400);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /**
     * Has a crew play until the compilers of its processes have next to nothing left to do: on few cores they would be
     * measured instead of the locks. In a trial, which is short, it plays but once.
     */
    void warmUp(Crew crew, Consumer<Duration> play) {
        boolean trial = duration.compareTo(WARM_UP) < 0;
        Duration before = crew.compiled();
        for (int i = 0; i < MOST_WARM_UPS; i++) {
            play.accept(trial ? duration : WARM_UP);
            Duration after = crew.compiled();
            if (trial || after.minus(before).compareTo(WARM_UP.dividedBy(BUSY_PART)) < 0) {
                return;
            }
            before = after;
        }
    }

    /** Returns how long to count requests, untimed. */
    Duration count() {
        return duration.compareTo(COUNT) < 0 ? duration : COUNT;
    }

    /** Returns how long to wait for what should take this long. */
    Duration patience(Duration expected) {
        return expected.plus(PATIENCE);
    }

    /** Empties the server, plays while it is watched, and returns which commands travel and which ones scripts call. */
    Traffic watch(Runnable play) {
        server.flush();
        try (Watch watch = server.watch()) {
            play.run();
            return watch.finish();
        }
    }
}
