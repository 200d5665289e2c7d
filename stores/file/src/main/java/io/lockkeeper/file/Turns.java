package io.lockkeeper.file;

import io.lockkeeper.store.ClaimId;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The manners of a folder's users: who has just let go of a lock does not take it again while others wait.
 *
 * <p>Waiters poll; a process that takes a lock again and again would hardly ever be found without it. So
 * beside each name's byte lies another that a waiter locks: it is next in line, and the kernel forgets it
 * with its process. A process that had the lock for 20 ms while another was next lets 30 ms pass before it
 * takes the lock again. If nobody took it (the next in line is paused), it grants itself longer runs. All
 * this is courtesy: exclusion does not depend on it. Belongs to the {@link IoThread}.
 */
final class Turns {

    private static final long COURTESY_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long RUN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int LONGEST_RUN_DOUBLINGS = 8;
    private static final long FORGOTTEN_NANOS = TimeUnit.MILLISECONDS.toNanos(150);
    private static final int WAITS_FOR_REAL = 2;

    private final Map<String, Run> runs = new Recent<>();
    private final Map<String, Next> nexts = new HashMap<>();

    /** The time in which this process takes a lock again and again. */
    private static final class Run {
        private long released;
        private long contendedSince;
        private int inVain;
        private boolean contended;
        private boolean yielding;
    }

    /** The claim of this process that is next in line. */
    private static final class Next {
        private final ClaimId claim;
        private final FileLock bytes;
        private long asked;

        private Next(ClaimId claim, FileLock bytes) {
            this.claim = claim;
            this.bytes = bytes;
        }
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

    /** Takes note of a refusal: another has the lock. Whether this claim is the next in line. */
    boolean refused(LockName name, LockFile file, ClaimId claim, int refusals) throws IOException {
        runs.remove(name.name());
        Next next = nexts.get(name.name());
        if (refusals >= WAITS_FOR_REAL && (next == null || !next.bytes.isValid())) {
            FileLock bytes = file.tryLock(name.offsetOfNext());
            if (bytes != null) {
                next = new Next(claim, bytes);
                nexts.put(name.name(), next);
                forgetLater(name.name(), next);
            }
        }
        if (next == null || !next.claim.equals(claim)) {
            return false;
        }
        next.asked = System.nanoTime();
        return true;
    }

    /** Gives up a claim's place. */
    void leave(String name, ClaimId claim) throws IOException {
        Next next = nexts.get(name);
        if (next != null && next.claim.equals(claim)) {
            drop(name, next);
        }
    }

    private boolean othersWait(LockName name, LockFile file, ClaimId claim) throws IOException {
        Next here = nexts.get(name.name());
        return here == null
                ? file.isLocked(name.offsetOfNext())
                : !here.claim.client().equals(claim.client());
    }

    /** Nobody says that a claim was given up; it just stops to ask. */
    private void forgetLater(String name, Next next) {
        IoThread.after(FORGOTTEN_NANOS, () -> {
            if (nexts.get(name) == next) {
                if (System.nanoTime() - next.asked > FORGOTTEN_NANOS) {
                    drop(name, next);
                } else {
                    forgetLater(name, next);
                }
            }
        });
    }

    private void drop(String name, Next next) throws IOException {
        nexts.remove(name);
        if (next.bytes.isValid()) {
            next.bytes.release();
        }
    }
}
