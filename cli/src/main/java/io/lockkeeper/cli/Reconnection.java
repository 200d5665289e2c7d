package io.lockkeeper.cli;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;

/**
 * The connection of a later round of {@code --restart}. An outage may be why the lock was lost, so it is waited for as long
 * as it lasts, and reported as a wait is. A signal ends the JVM meanwhile.
 */
final class Reconnection {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final RunSettings settings;
    private final WaitSchedule schedule;
    private final long began = System.nanoTime();

    Reconnection(RunSettings settings) {
        this.settings = settings;
        this.schedule = new WaitSchedule(settings.verbose ? Duration.ZERO : WaitSchedule.FIRST);
    }

    LockClient connect(ClientOptions options) throws InterruptedException {
        while (true) {
            try {
                return Connection.connect(settings.store, options);
            } catch (StoreUnavailableException | Failure unavailable) {
                report(String.valueOf(unavailable.getMessage()));
            }
            Thread.sleep(PAUSE.toMillis());
        }
    }

    private void report(String reason) {
        Duration waited = Duration.ofNanos(System.nanoTime() - began);
        if (!settings.quiet && schedule.due().compareTo(waited) <= 0) {
            Output.error(WaitText.waiting(String.join("', '", settings.names), waited) + ": " + reason);
            schedule.said(waited, true);
        }
    }
}
