package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.GrantPush.Signals;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The claims on the locks of a folder, from the first attempt to the last. Belongs to the {@link IoThread}. */
final class Claims {

    private static final int LOOKS = 5;

    /** While a thread of this process is about to see that the lock is free. */
    private static final long BESIDE_KERNEL_NANOS = 2_000_000;

    private static final long NEXT_LOOK_NANOS = 20_000;

    /** Who waits is told when to ask again; this is in case it was told in vain. */
    private static final Duration RECHECK = Duration.ofSeconds(20);

    private static final Duration RETRY = Duration.ofMillis(10);

    private final Folder folder;
    private final Waits waits;
    private final Turns turns;

    Claims(Folder folder) {
        this.folder = folder;
        this.waits = new Waits(folder);
        this.turns = new Turns(waits);
    }

    /** Makes one attempt. */
    ClaimOutcome attempt(Claim claim, FileStore owner) throws IOException {
        LockName name = LockName.of(claim.name());
        LockFile file = folder.lockFiles().of(name);
        Held here = folder.held(claim.name());
        if (here != null) {
            return here.claim().equals(claim.id())
                    ? new ClaimOutcome.Granted(here.grant())
                    : refused(claim, owner, new ClaimOutcome.Busy(here.holder(), RETRY));
        }
        if (turns.yields(name, file, claim.id())) {
            return refused(claim, owner, new ClaimOutcome.Busy(null, RETRY));
        }
        FileLock bytes = file.tryLock(name.offset());
        Holder seen = null;
        boolean besideKernel = bytes == null && waits.isInKernel(file, name);
        long began = besideKernel ? System.nanoTime() : 0;
        for (int look = 0;
                bytes == null
                        && seen == null
                        && (look < LOOKS || (besideKernel && System.nanoTime() - began < BESIDE_KERNEL_NANOS));
                look++) {
            LockRecord lock = folder.data().glance(name);
            bytes = file.tryLock(name.offset());
            if (bytes == null && lock != null && lock.held()) {
                seen = lock.tenure().holder();
            } else if (bytes == null) {
                // Its holder is about to write the record, or somebody only looks whether it is locked.
                LockSupport.parkNanos(NEXT_LOOK_NANOS);
            }
        }
        if (bytes == null) {
            turns.refused(claim.name());
            return refused(claim, owner, new ClaimOutcome.Busy(seen, Duration.ZERO));
        }
        ClaimOutcome outcome = new Possession(folder, name, file, bytes, owner).grant(claim);
        if (outcome instanceof ClaimOutcome.Busy kept) {
            return refused(claim, owner, kept);
        }
        settled(claim.name(), claim.id());
        return outcome;
    }

    /** Has a claim wait if it may, not to be told of the lock before the time that makes sense. */
    private ClaimOutcome refused(Claim claim, FileStore owner, ClaimOutcome.Busy busy) {
        Holder holder = busy.holder();
        Signals signals = claim.mayQueue() ? owner.signals(claim.id().client()) : null;
        if (signals == null) {
            return new ClaimOutcome.Busy(holder, busy.retryAfter().isZero() ? RETRY : busy.retryAfter());
        }
        waits.join(claim, new Waits.Waiter(owner, signals), busy.retryAfter());
        return new ClaimOutcome.Queued(holder, 0, System.nanoTime(), RECHECK);
    }

    /** Takes note that a lock was let go, and lets others go first for a while if they wait. */
    void released(String name) {
        turns.released(name);
        waits.released(name);
    }

    /** Forgets a claim that was granted or given up. */
    void settled(String name, ClaimId claim) throws IOException {
        waits.leave(name, claim);
    }

    /** Forgets the claims of a store that closes. */
    void leave(FileStore owner) throws IOException {
        waits.leave(owner);
    }

    /** Looks after nothing any more, once all stores have left. */
    void close() {
        waits.close();
    }
}
