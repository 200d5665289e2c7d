package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of the attempts that run: every third of a lease, all that are due in one request.
 *
 * <p>One task of the timer at a time: it runs when the next attempt is due. A failed renewal is tried again after a tenth of the lease.
 */
final class Heartbeat {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    /** Attempts that are due within this time, or a tenth of their lease, are renewed together. */
    private static final long TOGETHER = 1_000_000_000;

    private final IdempotencyStore store;
    private final Ticker ticker;
    private final Timer timer;
    private final Map<LiveAttempt, Long> due = new ConcurrentHashMap<>();

    private final Object guard = new Object();
    private Timer.Scheduled next = () -> {};
    private long nextAt = Long.MAX_VALUE;
    private boolean stopped;

    Heartbeat(IdempotencyStore store, Ticker ticker, Timer timer) {
        this.store = store;
        this.ticker = ticker;
        this.timer = timer;
    }

    void add(LiveAttempt attempt) {
        plan(attempt, Math.max(ticker.nanos(), attempt.firstRenewal()));
    }

    void remove(LiveAttempt attempt) {
        due.remove(attempt);
    }

    int size() {
        return due.size();
    }

    void stop() {
        synchronized (guard) {
            stopped = true;
            next.cancel();
        }
    }

    private void plan(LiveAttempt attempt, long at) {
        due.put(attempt, at);
        wakeAt(at);
    }

    private void wakeAt(long at) {
        synchronized (guard) {
            if (stopped || (nextAt != Long.MAX_VALUE && at - nextAt >= 0)) {
                return;
            }
            next.cancel();
            nextAt = at;
            next = timer.schedule(at - ticker.nanos(), this::beat);
        }
    }

    private void beat() {
        synchronized (guard) {
            nextAt = Long.MAX_VALUE;
        }
        long now = ticker.nanos();
        List<LiveAttempt> renewed = new ArrayList<>();
        due.forEach((attempt, at) -> {
            if (at - now <= Math.min(TOGETHER, attempt.leaseNanos() / 10)) {
                renewed.add(attempt);
            }
        });
        // Planned before they are sent, so that no failure stops the beat; the answer moves them.
        renewed.forEach(attempt -> due.computeIfPresent(attempt, (same, at) -> now + attempt.leaseNanos() / 3));
        due.values().stream()
                .reduce((one, other) -> one - other < 0 ? one : other)
                .ifPresent(this::wakeAt);
        if (!renewed.isEmpty()) {
            renew(renewed, now);
        }
    }

    private void renew(List<LiveAttempt> attempts, long sent) {
        List<LeaseRenewal> renewals =
                attempts.stream().map(LiveAttempt::renewal).toList();
        try {
            store.renew(renewals).whenComplete((lost, failure) -> {
                if (failure == null) {
                    answered(attempts, Set.copyOf(lost), sent);
                } else {
                    failed(attempts, failure);
                }
            });
        } catch (RuntimeException e) {
            failed(attempts, e);
        }
    }

    private void answered(List<LiveAttempt> attempts, Set<Ownership> lost, long sent) {
        for (LiveAttempt attempt : attempts) {
            if (lost.contains(attempt.ownership())) {
                // One that was finished or released meanwhile owns nothing either, and hears of it by its own answer.
                if (!attempt.isEnding() && due.remove(attempt) != null) {
                    attempt.lost();
                }
            } else {
                attempt.renewedFrom(sent);
            }
        }
    }

    private void failed(List<LiveAttempt> attempts, Throwable failure) {
        LOG.warn(
                "A renewal of {} attempts failed, and is tried again: {}",
                attempts.size(),
                Repeated.cause(failure).toString());
        long now = ticker.nanos();
        for (LiveAttempt attempt : attempts) {
            long again = now + attempt.leaseNanos() / 10;
            if (due.computeIfPresent(attempt, (same, at) -> again) != null) {
                wakeAt(again);
            }
        }
    }
}
