package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.ReleaseOutcome;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock folder as this JVM has it open, once, for all stores that use it. Belongs to the {@link IoThread}.
 *
 * <p>A lock is held by whoever has its byte locked in a lock file; the kernel frees that with the process.
 * Among the stores of this JVM, which the kernel cannot tell apart, the map of held locks decides.
 */
final class Folder {

    private static final System.Logger LOG = System.getLogger("io.lockkeeper.file");
    private static final int LOOKS = 5;
    private static final long NEXT_LOOK_NANOS = 20_000;
    private static final Duration NEXT_GROUP_CHECK = Duration.ofMillis(50);

    private final Layout layout;
    private final Clock clock;
    private final LockFiles lockFiles;
    private final DataFiles data;
    private final Map<String, Held> held = new HashMap<>();
    private final Patience patience = new Patience();
    private final Turns turns = new Turns();

    Folder(Layout layout, Clock clock) {
        this.layout = layout;
        this.clock = clock;
        this.lockFiles = new LockFiles(layout);
        this.data = new DataFiles(layout.data(), layout.access());
    }

    Layout layout() {
        return layout;
    }

    DataFiles data() {
        return data;
    }

    Collection<Held> held() {
        return held.values();
    }

    ClaimOutcome claim(Claim claim, FileStore owner) throws IOException {
        LockName name = LockName.of(claim.name());
        try {
            return claim(name, claim, owner);
        } catch (NoSuchFileException deleted) {
            layout.prepare();
            return claim(name, claim, owner);
        }
    }

    private ClaimOutcome claim(LockName name, Claim claim, FileStore owner) throws IOException {
        LockFile file = lockFiles.of(name);
        Held here = held.get(claim.name());
        if (here != null) {
            return here.claim().equals(claim.id())
                    ? new ClaimOutcome.Granted(here.grant())
                    : busy(name, file, claim, here.holder());
        }
        if (turns.yields(name, file, claim.id())) {
            return new ClaimOutcome.Busy(null, patience.after(patience.refused(claim.id()), false));
        }
        FileLock bytes = file.tryLock(name.offset());
        for (int look = 0; bytes == null && look < LOOKS; look++) {
            LockRecord seen = data.glance(name);
            bytes = file.tryLock(name.offset());
            if (bytes == null && seen != null && seen.held()) {
                return busy(name, file, claim, seen.tenure().holder());
            }
            if (bytes == null) {
                // Its holder is about to write the record, or somebody only looks whether it is locked.
                LockSupport.parkNanos(NEXT_LOOK_NANOS);
            }
        }
        return bytes == null ? busy(name, file, claim, null) : grant(name, claim, new Possession(file, bytes), owner);
    }

    private record Possession(LockFile file, FileLock bytes) {}

    private ClaimOutcome grant(LockName name, Claim claim, Possession possession, FileStore owner) throws IOException {
        boolean granted = false;
        try {
            if (!possession.file.isCurrent()) {
                loseReplaced();
                throw new NoSuchFileException(layout.folder().toString());
            }
            LockRecord before = data.read(name);
            if (before != null && before.isWorkedUnder()) {
                return new ClaimOutcome.Busy(before.tenure().holder(), NEXT_GROUP_CHECK);
            }
            LockRecord lock = LockRecord.granted(claim, before == null ? 0 : before.last(), clock.instant());
            data.write(name, lock, before == null);
            Held now = new Held(name, lock, possession.file, possession.bytes, owner);
            held.put(claim.name(), now);
            granted = true;
            settled(claim.name(), claim.id());
            return new ClaimOutcome.Granted(now.grant());
        } finally {
            if (!granted && possession.bytes.isValid()) {
                possession.bytes.release();
            }
        }
    }

    /** Ends the holding of locks whose lock file was deleted or replaced: others may have them by now. */
    void loseReplaced() throws IOException {
        Set<LockFile> replaced = lockFiles.dropReplaced();
        held.values().removeIf(lock -> replaced.contains(lock.file()));
    }

    boolean isHeld(String name, ClaimId claim) {
        Held here = held.get(name);
        return here != null && here.claim().equals(claim);
    }

    ReleaseOutcome release(String name, ClaimId claim) throws IOException {
        settled(name, claim);
        Held here = held.get(name);
        if (here == null || !here.claim().equals(claim)) {
            return new ReleaseOutcome.NotHeld();
        }
        writeReleased(here);
        free(here);
        turns.released(name);
        return new ReleaseOutcome.Released();
    }

    private void writeReleased(Held here) {
        try {
            data.write(here.name(), here.lock().released(), false);
        } catch (IOException unwritable) {
            // The lock comes free all the same; only a process group, if it has one, is waited for until it ends.
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The data file of the released lock '" + here.lock().name() + "' could not be written.",
                    unwritable);
        }
    }

    private void free(Held here) throws IOException {
        if (here.bytes().isValid()) {
            here.bytes().release();
        }
        held.remove(here.lock().name());
    }

    /** Whether anyone holds a lock, whose record says so. */
    boolean isHeld(LockRecord lock) throws IOException {
        LockName name = LockName.of(lock.name());
        return held.containsKey(lock.name()) || lockFiles.of(name).isLocked(name.offset()) || lock.isWorkedUnder();
    }

    /** Frees what a store holds, as the end of its process would: the records go on saying «held». */
    void leave(FileStore owner) throws IOException {
        for (Held here : Set.copyOf(held.values())) {
            if (here.owner() == owner) {
                free(here);
            }
        }
    }

    /** Closes the lock files, once no store uses the folder any more. */
    void close() throws IOException {
        lockFiles.close();
    }

    private ClaimOutcome busy(LockName name, LockFile file, Claim claim, @Nullable Holder holder) throws IOException {
        int refusals = patience.refused(claim.id());
        boolean next = turns.refused(name, file, claim.id(), refusals);
        return new ClaimOutcome.Busy(holder, patience.after(refusals, next));
    }

    private void settled(String name, ClaimId claim) throws IOException {
        patience.forget(claim);
        turns.leave(name, claim);
    }
}
