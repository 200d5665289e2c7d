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
 * <p>One for each lock that this client waits for: a later message replaces an earlier one, so that a lock which
 * changes hands quickly is asked for once.
 */
final class Rechecks {

    private static final Duration SPREAD = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Link link;
    private final Map<String, Object> pending = new ConcurrentHashMap<>();

    Rechecks(Link link) {
        this.link = link;
    }

    void schedule(String name, long micros, Signals signals) {
        Object ticket = new Object();
        pending.put(name, ticket);
        Duration spread = Duration.ofNanos(ThreadLocalRandom.current().nextLong(1, SPREAD.toNanos()));
        Duration half = Replies.micros(Math.max(0, Math.min(micros / 2, LONGEST.toNanos() / 1_000)));
        link.after(half.plus(spread), () -> {
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
