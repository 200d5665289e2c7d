package io.lockkeeper.file;

import io.lockkeeper.file.LockRecord.Reading;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
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
    private final Map<ClaimId, Object> ends = new HashMap<>();

    Leases(Folder folder, Clock clock) {
        this.folder = folder;
        this.clock = clock;
    }

    /** Sets how long the lease of a claim lasts from now. False if the claim has the lock no more. */
    boolean set(String name, ClaimId claim, Duration lease) throws IOException {
        UnaryOperator<LockRecord> change = lock -> lock.until(clock.instant().plus(bounded(lease)));
        Held here = folder.held(name);
        if (here == null || !here.claim().equals(claim)) {
            return changeLeft(LockName.of(name), claim, change);
        }
        LockRecord now = change.apply(here.lock());
        folder.data().write(here.name(), now);
        folder.put(new Held(here.name(), now, here.file(), here.bytes(), here.owner()));
        endAfter(bounded(lease), name, claim);
        return true;
    }

    /** Keeps a held lock for as long as its process lives, as it was before its lease was set. */
    void keep(ClaimId claim) {
        ends.remove(claim);
    }

    /** Has a lock that is taken though nobody has its byte stay so for longer. False if it is not that claim's. */
    boolean prolong(Renewal renewal) throws IOException {
        Instant until = clock.instant().plus(bounded(renewal.lease()));
        Grant grant = renewal.grant();
        return changeLeft(
                LockName.of(grant.name()),
                grant.claim(),
                lock -> lock.tenure().until().isBefore(until) ? lock.until(until) : lock);
    }

    /** Releases a lock that is taken though nobody has its byte. False if it is not that claim's. */
    boolean releaseLeft(LockName name, ClaimId claim) throws IOException {
        return changeLeft(name, claim, LockRecord::released);
    }

    private static Duration bounded(Duration lease) {
        return lease.compareTo(LONGEST) < 0 ? lease : LONGEST;
    }

    private void endAfter(Duration lease, String name, ClaimId claim) {
        Object end = new Object();
        ends.put(claim, end);
        IoThread.after(TimeUnit.NANOSECONDS.convert(lease), () -> {
            if (ends.remove(claim, end) && folder.isOpen()) {
                boolean unused = folder.release(name, claim);
            }
        });
    }

    private boolean changeLeft(LockName name, ClaimId claim, UnaryOperator<LockRecord> change) throws IOException {
        LockRecord lock = folder.data().glance(name);
        if (lock == null || !lock.isOf(claim)) {
            return false;
        }
        LockFile file = folder.lockFiles().of(name);
        FileLock bytes = file.tryLock(name.offset());
        if (bytes == null) {
            throw new IllegalStateException("The lock '" + name.name() + "' is held by the process "
                    + lock.tenure().holder().pid() + " of this machine, which alone can change that.");
        }
        try {
            LockRecord now = folder.data().read(name) instanceof Reading.Known known ? known.lock() : null;
            if (now == null || !now.isOf(claim) || isOver(now)) {
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
