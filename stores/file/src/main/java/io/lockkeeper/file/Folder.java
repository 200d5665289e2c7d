package io.lockkeeper.file;

import io.lockkeeper.file.LockRecord.Reading;
import io.lockkeeper.store.ClaimId;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A lock folder as this JVM has it open, once, for all stores that use it. Belongs to the {@link IoThread}.
 *
 * <p>A lock is held by whoever has its byte locked in a lock file; the kernel frees that with the process.
 * Among the stores of this JVM, which the kernel cannot tell apart, the map of held locks decides.
 */
final class Folder {

    private static final int LOOKS = 40;
    private static final long NEXT_LOOK_NANOS = 250_000;

    private final Layout layout;
    private final Clock clock;
    private final LockFiles lockFiles;
    private final DataFiles data;
    private final Keeping keeping;
    private final Claims claims = new Claims(this);
    private final Repair repair = new Repair(this);
    private final Leases leases;
    private final Recalls recalls;
    private final Sweep sweep;
    private final Map<String, Held> held = new HashMap<>();

    private Folder(Layout layout, Clock clock, LockFiles lockFiles, DataFiles data) {
        this.layout = layout;
        this.clock = clock;
        this.lockFiles = lockFiles;
        this.data = data;
        this.keeping = new Keeping(lockFiles, clock);
        this.leases = new Leases(this, clock);
        this.recalls = new Recalls(this, clock);
        this.sweep = new Sweep(this, clock);
    }

    /** Opens a folder that is prepared. */
    static Folder open(Layout layout, Clock clock) throws IOException {
        LockFiles lockFiles = new LockFiles(layout);
        try {
            return new Folder(layout, clock, lockFiles, new DataFiles(layout, lockFiles));
        } catch (IOException | RuntimeException failure) {
            lockFiles.close();
            throw failure;
        }
    }

    Instant now() {
        return clock.instant();
    }

    Layout layout() {
        return layout;
    }

    LockFiles lockFiles() {
        return lockFiles;
    }

    DataFiles data() {
        return data;
    }

    Keeping keeping() {
        return keeping;
    }

    Claims claims() {
        return claims;
    }

    Repair repair() {
        return repair;
    }

    Leases leases() {
        return leases;
    }

    Recalls recalls() {
        return recalls;
    }

    Sweep sweep() {
        return sweep;
    }

    /** The lock of a name, if this JVM holds it. */
    @Nullable
    Held held(String name) {
        return held.get(name);
    }

    /** The lock of a claim, if this JVM holds it. */
    @Nullable
    Held held(String name, ClaimId claim) {
        Held here = held.get(name);
        return here != null && here.claim().equals(claim) ? here : null;
    }

    /** All locks that this JVM holds, at this moment. */
    Collection<Held> held() {
        return List.copyOf(held.values());
    }

    /** Takes note that a lock that this JVM holds is held otherwise now. */
    void put(Held now) {
        held.put(now.lock().name(), now);
    }

    /** Whether anyone holds the lock of a record that says so. */
    boolean isHeld(LockRecord lock) throws IOException {
        LockName name = LockName.of(lock.name());
        return held.containsKey(lock.name())
                || lockFiles.of(name).isLocked(name.offset())
                || !keeping.keptFor(lock).isZero();
    }

    /** The record of a claim's grant that was not let go; null if the name's is another. */
    @Nullable
    LockRecord recorded(LockName name, ClaimId claim) throws IOException {
        LockRecord lock = data.glance(name);
        return lock != null && lock.isOf(claim) ? lock : null;
    }

    /** Locks a name's byte while its record is of a claim. Tries for a moment: who has the byte may be looking only. */
    @Nullable
    FileLock lockAsRecorded(LockFile file, LockName name, ClaimId claim) throws IOException {
        FileLock bytes = file.tryLock(name.offset());
        for (int look = 0; bytes == null && look < LOOKS && recorded(name, claim) != null; look++) {
            LockSupport.parkNanos(NEXT_LOOK_NANOS);
            bytes = file.tryLock(name.offset());
        }
        return bytes;
    }

    /** Lets go of the lock of a claim, for a store that knows the folder by a path. False if the claim does not have it. */
    boolean release(String name, ClaimId claim, Path by) throws IOException {
        claims.settled(name, claim);
        Held here = held(name, claim);
        if (here == null) {
            return leases.releaseLeft(name, claim, by);
        }
        try {
            LockRecord now = data.glance(here.name());
            // One that is older was written by a process that had lost the lock, and had not seen it yet.
            boolean current = here.isCurrent()
                    && (now == null
                            || now.isOf(claim)
                            || now.last() < here.lock().first());
            if (current) {
                writeReleased(here);
            }
            return current;
        } finally {
            free(here);
            claims.released(name);
        }
    }

    private void writeReleased(Held here) {
        try {
            data.write(here.name(), here.lock().released());
        } catch (IOException unwritable) {
            // The lock comes free all the same; but a process group, if it has one, is waited for until it ends.
            Log.warn("The data file of the released lock '" + here.lock().name() + "' could not be written: "
                    + Failure.describe(unwritable));
        }
    }

    /** Frees what a store holds, as the end of its process would: the records go on saying «held». */
    void leave(FileStore owner) throws IOException {
        claims.leave(owner);
        for (Held here : held()) {
            if (here.owner() == owner) {
                free(here);
            }
        }
    }

    void free(Held here) throws IOException {
        recalls.ended(here.name()); // While nobody else can hold the lock, and be recalled.
        if (here.bytes().isValid()) {
            here.bytes().release();
        }
        held.remove(here.lock().name());
        leases.keep(here.claim());
    }

    /** Removes the data file of a lock that nobody holds and nobody held since a moment. Whether it did. */
    boolean forget(LockName name, Instant moment) throws IOException {
        LockFile file = lockFiles.of(name);
        FileLock bytes = held.containsKey(name.name()) ? null : file.tryLock(name.offset());
        if (bytes == null) {
            return false;
        }
        try {
            if (data.read(name) instanceof Reading.Known known
                    && file.isCurrent(layout.folder())
                    && known.lock().isOlderThan(moment)
                    && keeping.keptFor(known.lock()).isZero()) {
                file.raiseFloor(known.lock().last());
                data.delete(name);
                return true;
            }
            return false;
        } finally {
            bytes.release();
        }
    }

    /** Whether a path of the folder leads to the one that is open here. */
    boolean isAt(Path path) throws IOException {
        return lockFiles.areAt(path.resolve(Layout.LOCKS));
    }

    /** Makes the files that are in use look so to programs that delete what nobody used for days. */
    void touch(Instant usedBefore) throws IOException {
        repair.loseDropped();
        lockFiles.touch();
        for (Held here : held()) {
            if (here.lock().tenure().since().isBefore(usedBefore)) {
                data.write(here.name(), here.lock());
            }
        }
    }

    /** Closes the lock files, once no store uses the folder any more. */
    void close() throws IOException {
        sweep.close();
        claims.close();
        leases.close();
        repair.close();
        lockFiles.close();
        data.close();
    }
}
