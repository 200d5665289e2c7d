package io.lockkeeper.jdbc;

import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * When to ask again, for claims of one client that have become the first in line: in the middle of the lease before, to
 * learn how it stands with that. One for each lock that is waited for; a later one replaces an earlier one.
 */
final class Rechecks {

    private static final long SPREAD_MILLIS = 50;

    /** Who waits asks as often by itself. */
    private static final long LONGEST_MILLIS = 60_000;

    private final Map<String, Ticket> scheduled = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer;

    Rechecks(ScheduledExecutorService timer) {
        this.timer = timer;
    }

    /** Asks in the middle of a lease. */
    void schedule(String name, long leaseMillis, Signals signals) {
        long millis = Math.min(leaseMillis / 2, LONGEST_MILLIS)
                + ThreadLocalRandom.current().nextLong(SPREAD_MILLIS);
        scheduled.compute(name, (same, before) -> {
            end(before);
            Ticket ticket = new Ticket();
            ticket.alarm = timer.schedule(() -> ring(name, ticket, signals), millis, TimeUnit.MILLISECONDS);
            return ticket;
        });
    }

    /** Unless it was cancelled or replaced at the last moment. */
    private void ring(String name, Ticket ticket, Signals signals) {
        if (scheduled.remove(name, ticket)) {
            signals.free(name);
        }
    }

    void cancel(String name) {
        end(scheduled.remove(name));
    }

    private static void end(@Nullable Ticket ticket) {
        if (ticket != null && ticket.alarm != null) {
            ticket.alarm.cancel(false);
        }
    }

    /** Its alarm is set before anybody else sees it. */
    private static final class Ticket {
        private @Nullable ScheduledFuture<?> alarm;
    }
}
