package io.lockkeeper.file;

import io.lockkeeper.PlainText;
import io.lockkeeper.file.LockRecord.Reading;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The leases that were set to end at a time: the record says when, and all who claim the lock obey it, whether or not the
 * holder's process lives. While it lives, this ends the lease too. Belongs to the {@link IoThread}.
 */
final class Leases {

    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Folder folder;
    private final Clock clock;
    private final Map<ClaimId, Future<?>> ends = new HashMap<>();

    Leases(Folder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** A lock whose byte another process has locked, which alone can change its lease. */
    static final class HeldElsewhereException extends IllegalStateException {

        private static final long serialVersionUID = 1L;

        HeldElsewhereException(LockRecord lock) {
            super("The lock '" + PlainText.of(lock.name()) + "' is held by the process "
                    + lock.tenure().holder().pid() + " of this machine, which alone can change that.");
        }
    }

    /** Sets how long the lease of a claim lasts from now. False if the claim has the lock no more. */
    boolean set(Grant grant, Duration lease, Path by) throws IOException {
        ClaimId claim = grant.claim();
        UnaryOperator<LockRecord> change = lock -> lock.until(clock.instant().plus(bounded(lease)));
        if (folder.held(grant.name(), claim) == null) {
            return changeLeft(grant.name(), claim, by, change);
        }
        Held here = folder.repair().confirm(grant.name(), claim);
        if (here == null) {
            return false;
        }
        LockRecord now = change.apply(here.lock());
        folder.data().write(here.name(), now);
        folder.put(new Held(here.name(), now, here.file(), here.bytes(), here.owner()));
        keep(claim);
        ends.put(claim, IoThread.after(TimeUnit.NANOSECONDS.convert(bounded(lease)), () -> {
            ends.remove(claim);
            boolean unused = folder.release(grant.name(), claim, by);
        }));
        return true;
    }

    /** Keeps a held lock for as long as its process lives, as it was before its lease was set. */
    void keep(ClaimId claim) {
        Future<?> end = ends.remove(claim);
        if (end != null) {
            end.cancel(false);
        }
    }

    /** Ends no lease any more. */
    void close() {
        ends.values().forEach(end -> end.cancel(false));
        ends.clear();
    }

    /** Has a lock that is taken though nobody has its byte stay so for longer. False if it is not that claim's. */
    boolean prolong(Renewal renewal, Path by) throws IOException {
        Instant until = clock.instant().plus(bounded(renewal.lease()));
        Grant grant = renewal.grant();
        return changeLeft(
                grant.name(),
                grant.claim(),
                by,
                lock -> lock.tenure().until().isBefore(until) ? lock.until(until) : lock);
    }

    /** Releases a lock that is taken though nobody has its byte. False if it is not that claim's. */
    boolean releaseLeft(String name, ClaimId claim, Path by) throws IOException {
        return changeLeft(name, claim, by, LockRecord::released);
    }

    private static Duration bounded(Duration lease) {
        return lease.compareTo(LONGEST) < 0 ? lease : LONGEST;
    }

    /** Changes the record of a lock whose byte nobody has, in the folder that a path leads to. */
    private boolean changeLeft(String lockName, ClaimId claim, Path by, UnaryOperator<LockRecord> change)
            throws IOException {
        LockName name = LockName.of(lockName);
        LockRecord seen = folder.recorded(name, claim);
        if (seen == null) {
            return false;
        }
        LockFile file = folder.lockFiles().of(name);
        FileLock bytes = folder.lockAsRecorded(file, name, claim);
        if (bytes == null) {
            if (folder.recorded(name, claim) == null) {
                return false;
            }
            throw new HeldElsewhereException(seen);
        }
        try {
            LockRecord now = folder.data().read(name) instanceof Reading.Known known ? known.lock() : null;
            if (now == null || !now.isOf(claim) || isOver(now) || !file.isCurrent(by)) {
                return false;
            }
            folder.data().write(name, change.apply(now));
            return true;
        } finally {
            bytes.release();
        }
    }

    private boolean isOver(LockRecord lock) throws IOException {
        return folder.keeping().keptFor(lock).isZero();
    }
}
