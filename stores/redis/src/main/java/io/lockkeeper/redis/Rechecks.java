package io.lockkeeper.redis;

import io.lockkeeper.store.GrantPush.Signals;
import io.netty.util.Timeout;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * When those who are told that they are among the first in line ask again: once half of the lease before them is over.
 * By then a holder that lives has renewed it; of one that does not the reply tells when it ends.
 *
 * <p>One for each lock that this client waits for. A message can only have it asked for earlier, since somebody else may have
 * written it; what cancels is an answer of the server to this client.
 */
final class Rechecks {

    private static final Duration SPREAD = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** Somebody may publish hints of locks that nobody waits for. What is more than that is asked at once. */
    static final int MOST = 10_000;

    private final BiFunction<Duration, Runnable, @Nullable Timeout> timer;
    private final Map<String, Ticket> pending = new ConcurrentHashMap<>();

    /**
     * For one store.
     *
     * @param timer runs a task later, unless the store is closed
     */
    Rechecks(BiFunction<Duration, Runnable, @Nullable Timeout> timer) {
        this.timer = timer;
    }

    /** When to ask, by {@link System#nanoTime}. Its alarm is set before anybody else sees it. */
    private static final class Ticket {
        private final long due;
        private @Nullable Timeout alarm;

        Ticket(long wait) {
            due = System.nanoTime() + wait;
        }

        void cancel() {
            if (alarm != null) {
                alarm.cancel();
            }
        }
    }

    void schedule(String name, long micros, Signals signals) {
        if (pending.size() >= MOST) {
            signals.free(name);
            return;
        }
        Duration spread = Duration.ofNanos(ThreadLocalRandom.current().nextLong(1, SPREAD.toNanos()));
        Duration half = Replies.micros(Math.max(0, Math.min(micros / 2, LONGEST.toNanos() / 1_000)));
        Duration wait = half.plus(spread);
        Ticket ticket = new Ticket(wait.toNanos());
        pending.compute(name, (same, before) -> {
            if (before != null && before.due - ticket.due <= 0) {
                return before;
            }
            if (before != null) {
                before.cancel();
            }
            ticket.alarm = timer.apply(wait, () -> ring(name, ticket, signals));
            return ticket;
        });
    }

    /** Unless it was cancelled at the last moment. */
    private void ring(String name, Ticket ticket, Signals signals) {
        if (pending.remove(name, ticket)) {
            signals.free(name);
        }
    }

    void cancel(String name) {
        if (!pending.isEmpty()) {
            Ticket ticket = pending.remove(name);
            if (ticket != null) {
                ticket.cancel();
            }
        }
    }
}
