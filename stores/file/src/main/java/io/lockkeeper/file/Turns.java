package io.lockkeeper.file;

import io.lockkeeper.store.ClaimId;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The manners of a folder's users: who has just let go of a lock does not take it again while others wait.
 *
 * <p>Waiters poll; a process that takes a lock again and again would hardly ever be found without it. So one of them is
 * {@linkplain Waits next in line}. A process that had the lock for 20 ms while another was next lets 30 ms pass before
 * it takes the lock again. If nobody took it (the next in line is paused), it grants itself longer runs. All this is
 * courtesy: exclusion does not depend on it. Belongs to the {@link IoThread}.
 */
final class Turns {

    private static final long COURTESY_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LONGEST_RUN_DOUBLINGS = 8;

    private final Map<String, Run> runs = new Recent<>();
    private final Waits waits;

    Turns(Waits waits) {
        this.waits = waits;
    }

    /** The time in which this process takes a lock again and again. */
    private static final class Run {
        private long released;
        private long contendedSince;
        private int inVain;
        private boolean contended;
        private boolean yielding;
    }

    /** Whether a claim is to let others go first. */
    boolean yields(LockName name, LockFile file, ClaimId claim) throws IOException {
        Run run = runs.get(name.name());
        long now = System.nanoTime();
        if (run == null || !othersWait(name, file, claim)) {
            runs.remove(name.name());
            return false;
        }
        if (!run.contended) {
            run.contended = true;
            run.contendedSince = now;
        }
        if (now - run.released < COURTESY_NANOS && now - run.contendedSince > RUN_NANOS << run.inVain) {
            run.yielding = true;
            return true;
        }
        if (run.yielding) {
            run.yielding = false;
            run.contendedSince = now;
            run.inVain = Math.min(run.inVain + 1, LONGEST_RUN_DOUBLINGS);
        }
        return false;
    }

    /** Takes note that a lock was let go. */
    void released(String name) {
        runs.computeIfAbsent(name, first -> new Run()).released = System.nanoTime();
    }

    /** Takes note of a refusal: another has the lock. */
    void refused(String name) {
        runs.remove(name);
    }

    private boolean othersWait(LockName name, LockFile file, ClaimId claim) throws IOException {
        ClaimId here = waits.next(name.name());
        return here == null
                ? file.isLocked(name.offsetOfNext())
                : !here.client().equals(claim.client());
    }
}
