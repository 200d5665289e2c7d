package io.lockkeeper.engine;

import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.time.Timer.Scheduled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat of a client: one timer for all its locks. At each tick, what is due is renewed in one batch, and
 * holders whose deadline passed are told.
 *
 * <p>The timer is set for the earliest thing to do and moved only to earlier times, so that locks which come
 * and go quickly do not touch it.
 */
final class Renewer {

    private final Context context;
    private final Supplier<Collection<LocalLock>> locks;
    private final ReentrantLock guard = new ReentrantLock();
    private volatile long next = Deadlines.NEVER;
    private @Nullable Scheduled timer;
    private boolean stopped;

    Renewer(Context context, Supplier<Collection<LocalLock>> locks) {
        this.context = context;
        this.locks = locks;
    }

    /** A grant that is due to be renewed. */
    record Due(Occupancy occupancy, Tenure tenure, Duration lease) {}

    /** Has the locks looked at no later than a time. */
    void watch(long at) {
        if (at >= next) {
            return;
        }
        guard.lock();
        try {
            if (at < next && !stopped) {
                if (timer != null) {
                    timer.cancel();
                }
                next = at;
                timer = context.after(at - context.now(), this::tick);
            }
        } finally {
            guard.unlock();
        }
    }

    /** Looks at nothing any more. */
    void stop() {
        guard.lock();
        try {
            stopped = true;
            if (timer != null) {
                timer.cancel();
            }
        } finally {
            guard.unlock();
        }
    }

    private void disarm() {
        guard.lock();
        try {
            next = Deadlines.NEVER;
            timer = null;
        } finally {
            guard.unlock();
        }
    }

    private void tick() {
        disarm();
        long now = context.now();
        // Others are renewed early only together with one that has to be; looking again must not renew by itself.
        boolean due = locks.get().stream().anyMatch(lock -> lock.occupancy().isDue(now));
        long earliest = Deadlines.NEVER;
        List<Due> batch = new ArrayList<>();
        for (LocalLock lock : locks.get()) {
            earliest = Math.min(earliest, lock.occupancy().tick(now, due, batch));
        }
        if (earliest != Deadlines.NEVER) {
            watch(earliest);
        }
        if (!batch.isEmpty()) {
            renew(batch);
        }
    }

    private void renew(List<Due> batch) {
        List<Renewal> renewals = new ArrayList<>(batch.size());
        for (Due due : batch) {
            renewals.add(new Renewal(due.tenure().grant(), due.lease()));
        }
        long sent = context.now();
        Calls.to(() -> context.store().renew(renewals)).whenComplete((outcome, error) -> {
            for (Due due : batch) {
                settle(due, sent, outcome);
            }
        });
    }

    /** A renewal that failed is not an error yet: it is repeated until the deadline, which tells the holder. */
    private static void settle(Due due, long sent, @Nullable RenewalOutcome outcome) {
        ClaimId claim = due.tenure().grant().claim();
        Grant renewed = outcome == null ? null : outcome.renewed().get(claim);
        if (renewed != null) {
            due.occupancy().renewed(due.tenure(), renewed, sent, due.lease());
        } else if (outcome != null && outcome.lost().contains(claim)) {
            due.occupancy().renewalLost(due.tenure());
        } else {
            due.occupancy().renewalFailed(due.tenure());
        }
    }
}
