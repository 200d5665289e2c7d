package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The claims on the locks of a folder, from the first attempt to the last. Belongs to the {@link IoThread}. */
final class Claims {

    private static final int LOOKS = 5;
    private static final long NEXT_LOOK_NANOS = 20_000;

    private final Folder folder;
    private final Patience patience = new Patience();
    private final Turns turns = new Turns();

    Claims(Folder folder) {
        this.folder = folder;
    }

    /** Makes one attempt. */
    ClaimOutcome attempt(Claim claim, FileStore owner) throws IOException {
        LockName name = LockName.of(claim.name());
        try {
            return attempt(name, claim, owner);
        } catch (NoSuchFileException deleted) {
            // Somebody removed the folder, or parts of it: its locks are gone, and a new one is made.
            folder.loseReplaced();
            folder.layout().prepare();
            return attempt(name, claim, owner);
        }
    }

    private ClaimOutcome attempt(LockName name, Claim claim, FileStore owner) throws IOException {
        LockFile file = folder.lockFile(name);
        Held here = folder.held(claim.name());
        if (here != null) {
            return here.claim().equals(claim.id())
                    ? new ClaimOutcome.Granted(here.grant())
                    : busy(name, file, claim.id(), here.holder());
        }
        if (turns.yields(name, file, claim.id())) {
            Patience.Wait wait = patience.of(claim.id());
            wait.refused();
            return new ClaimOutcome.Busy(null, wait.next(false));
        }
        FileLock bytes = file.tryLock(name.offset());
        Holder seen = bytes == null ? patience.of(claim.id()).freshHolder() : null;
        for (int look = 0; bytes == null && seen == null && look < LOOKS; look++) {
            LockRecord lock = folder.data().glance(name);
            bytes = file.tryLock(name.offset());
            if (bytes == null && lock != null && lock.held()) {
                seen = lock.tenure().holder();
                patience.of(claim.id()).sees(seen);
            } else if (bytes == null) {
                // Its holder is about to write the record, or somebody only looks whether it is locked.
                LockSupport.parkNanos(NEXT_LOOK_NANOS);
            }
        }
        if (bytes == null) {
            return busy(name, file, claim.id(), seen);
        }
        ClaimOutcome outcome = folder.take(name, claim, new Folder.Possession(file, bytes, owner));
        if (outcome instanceof ClaimOutcome.Granted) {
            settled(claim.name(), claim.id());
        }
        return outcome;
    }

    /** Takes note that a lock was let go, and lets others go first for a while if they wait. */
    void released(String name) {
        turns.released(name);
    }

    /** Forgets a claim that was granted or given up. */
    void settled(String name, ClaimId claim) throws IOException {
        patience.forget(claim);
        turns.leave(name, claim);
    }

    private ClaimOutcome busy(LockName name, LockFile file, ClaimId claim, @Nullable Holder holder) throws IOException {
        Patience.Wait wait = patience.of(claim);
        wait.refused();
        boolean next = turns.refused(name, file, claim, wait.refusals());
        return new ClaimOutcome.Busy(holder, wait.next(next));
    }
}
