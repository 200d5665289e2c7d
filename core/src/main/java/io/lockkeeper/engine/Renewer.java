package io.lockkeeper.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.engine.Renewable.Due;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.time.Timer.Scheduled;
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
 * and go quickly do not touch it. A tick that fails is logged and followed by another: nothing ends the heartbeat but
 * {@link #stop}.
 */
final class Renewer {

    private static final long AFTER_A_FAILURE = 100_000_000;

    private final Context context;
    private final Supplier<? extends Collection<? extends Renewable>> locks;
    private final ReentrantLock guard = new ReentrantLock();
    private volatile long next = Deadlines.NEVER;
    private @Nullable Scheduled timer;
    private long armed;
    private boolean stopped;

    Renewer(Context context, Supplier<? extends Collection<? extends Renewable>> locks) {
        this.context = context;
        this.locks = locks;
    }

    /**
     * Has the locks looked at no later than a time. If there is no memory for a timer, this thread waits until there is: nothing else
     * would renew, nor tell holders of a loss.
     */
    void watch(long at) {
        boolean interrupted = false;
        while (at < next) {
            try {
                arm(at);
                break;
            } catch (OutOfMemoryError noTimer) {
                interrupted |= Waits.forMemory();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void arm(long at) {
        guard.lock();
        try {
            if (at < next && !stopped) {
                long id = armed + 1;
                Scheduled earlier = context.after(at - context.now(), () -> tick(id));
                if (timer != null) {
                    timer.cancel();
                }
                timer = earlier;
                armed = id;
                next = at;
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

    /** A tick begins. False if another is to come in its place: it was cancelled too late, and each would be followed by one. */
    private boolean disarm(long id) {
        guard.lock();
        try {
            if (id != armed) {
                return false;
            }
            armed++;
            next = Deadlines.NEVER;
            timer = null;
            return true;
        } finally {
            guard.unlock();
        }
    }

    private void tick(long id) {
        if (!disarm(id)) {
            return;
        }
        long earliest = context.now() + AFTER_A_FAILURE;
        List<Due> batch = List.of();
        try {
            batch = new ArrayList<>();
            earliest = look(batch);
            if (!batch.isEmpty()) {
                renew(batch);
            }
        } catch (Throwable mistake) { // Errors too: memory may be short, and leases must still be kept.
            earliest = Math.min(earliest, context.now() + AFTER_A_FAILURE);
            Log.get().error("Leases could not be renewed; retrying.", mistake);
            batch.forEach(due -> due.lock().renewalFailed(due.tenure(), 0));
        } finally {
            if (earliest != Deadlines.NEVER) {
                watch(earliest);
            }
        }
    }

    private long look(List<Due> batch) {
        long now = context.now();
        Collection<? extends Renewable> all = locks.get();
        // Others are renewed early only together with one that has to be; looking again must not renew by itself.
        boolean due = all.stream().anyMatch(lock -> lock.isDue(now));
        long earliest = Deadlines.NEVER;
        for (Renewable lock : all) {
            long next = now + AFTER_A_FAILURE;
            try {
                next = lock.tick(now, due, batch);
            } catch (Throwable mistake) { // One lock's mistake must not cost the others their renewal.
                Log.get().error("The periodic check of a lock failed; retrying.", mistake);
            }
            earliest = Math.min(earliest, next);
        }
        return earliest;
    }

    private void renew(List<Due> batch) {
        List<Renewal> renewals = new ArrayList<>(batch.size());
        for (Due due : batch) {
            renewals.add(due.renewal());
        }
        long sent = context.now();
        Calls.to(() -> context.store().renew(renewals)).whenComplete((outcome, error) -> {
            for (Due due : batch) {
                try {
                    settle(due, sent, outcome, mayArrive(error));
                } catch (Throwable mistake) { // One lock's mistake must not cost the others their renewal.
                    Log.get().error("The outcome of a renewal could not be processed; please report this.", mistake);
                }
            }
        });
    }

    /** A renewal that failed is not an error yet: it is repeated until the deadline, which tells the holder. */
    private static void settle(Due due, long sent, @Nullable RenewalOutcome outcome, boolean mayArrive) {
        ClaimId claim = due.tenure().grant().claim();
        Grant renewed = outcome == null ? null : outcome.renewed().get(claim);
        if (renewed != null) {
            due.lock().renewed(due.tenure(), renewed, sent, due.renewal().lease());
        } else if (outcome != null && outcome.lost().contains(claim)) {
            due.lock().renewalLost(due.tenure());
        } else {
            due.lock()
                    .renewalFailed(
                            due.tenure(), mayArrive ? Nanos.of(due.renewal().lease()) : 0);
        }
    }

    private static boolean mayArrive(@Nullable Throwable error) {
        return !(Failures.of(error) instanceof StoreUnavailableException unavailable) || unavailable.outcomeUnknown();
    }
}
