package io.lockkeeper.redis;

import io.lockkeeper.store.GrantPush.Signals;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

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
    private static final int MOST = 10_000;

    private final Link link;
    private final Map<String, Ticket> pending = new ConcurrentHashMap<>();

    Rechecks(Link link) {
        this.link = link;
    }

    /** When to ask, by {@link System#nanoTime}. */
    private static final class Ticket {
        private final long due;

        Ticket(Duration wait) {
            due = System.nanoTime() + wait.toNanos();
        }

        Ticket orEarlier(Ticket other) {
            return other.due - due < 0 ? other : this;
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
        Ticket ticket = new Ticket(wait);
        if (pending.merge(name, ticket, Ticket::orEarlier) != ticket) {
            return;
        }
        link.after(wait, () -> {
            if (pending.remove(name, ticket)) {
                signals.free(name);
            }
        });
    }

    void cancel(String name) {
        if (!pending.isEmpty()) {
            pending.remove(name);
        }
    }
}
