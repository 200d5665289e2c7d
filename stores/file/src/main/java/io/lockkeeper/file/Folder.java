package io.lockkeeper.file;

import io.lockkeeper.file.LockRecord.Reading;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lock folder as this JVM has it open, once, for all stores that use it. Belongs to the {@link IoThread}.
 *
 * <p>A lock is held by whoever has its byte locked in a lock file; the kernel frees that with the process.
 * Among the stores of this JVM, which the kernel cannot tell apart, the map of held locks decides.
 */
final class Folder {

    private final Layout layout;
    private final Clock clock;
    private final LockFiles lockFiles;
    private final DataFiles data;
    private final Keeping keeping;
    private final Claims claims = new Claims(this);
    private final Repair repair = new Repair(this);
    private final Leases leases;
    private final Sweep sweep;
    private final Map<String, Held> held = new HashMap<>();
    private boolean open = true;

    private Folder(Layout layout, Clock clock, LockFiles lockFiles, DataFiles data) {
        this.layout = layout;
        this.clock = clock;
        this.lockFiles = lockFiles;
        this.data = data;
        this.keeping = new Keeping(lockFiles, clock);
        this.leases = new Leases(this, clock);
        this.sweep = new Sweep(this, clock);
    }

    /** Opens a folder that is prepared. */
    static Folder open(Layout layout, Clock clock) throws IOException {
        LockFiles lockFiles = new LockFiles(layout);
        try {
            return new Folder(layout, clock, lockFiles, new DataFiles(layout));
        } catch (IOException | RuntimeException failure) {
            lockFiles.close();
            throw failure;
        }
    }

    /** A name's byte, locked for a store before it is known whether the lock may be granted. */
    record Possession(LockFile file, FileLock bytes, FileStore owner) {}

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

    Sweep sweep() {
        return sweep;
    }

    boolean isOpen() {
        return open;
    }

    /** The lock of a name, if this JVM holds it. */
    @Nullable
    Held held(String name) {
        return held.get(name);
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

    /** Grants a lock whose byte is locked, or gives the byte back. */
    ClaimOutcome take(LockName name, Claim claim, Possession possession) throws IOException {
        boolean granted = false;
        try {
            if (!possession.file.isCurrent(possession.owner.path())) {
                throw new NoSuchFileException(possession.owner.path().toString());
            }
            Reading before = read(name);
            if (before instanceof Reading.Unknown unknown) {
                return new ClaimOutcome.Busy(Keeping.unknownHolder(unknown), Keeping.NEXT_LOOK_AT_UNKNOWN);
            }
            LockRecord last = before instanceof Reading.Known known ? known.lock() : null;
            Duration kept = last == null ? Duration.ZERO : keeping.keptFor(last);
            if (last != null && !kept.isZero()) {
                return new ClaimOutcome.Busy(last.tenure().holder(), kept);
            }
            LockRecord lock = LockRecord.granted(
                    claim, last == null ? 0 : last.last(), clock.instant(), keeping.group(claim.holder()));
            write(name, lock);
            Held now = new Held(name, lock, possession.file, possession.bytes, possession.owner);
            put(now);
            granted = true;
            return new ClaimOutcome.Granted(now.grant());
        } finally {
            if (!granted && possession.bytes.isValid()) {
                possession.bytes.release();
            }
        }
    }

    private Reading read(LockName name) throws IOException {
        data.followReplacement();
        try {
            return data.read(name);
        } catch (NoSuchFileException folderGone) {
            throw folderGone;
        } catch (IOException failure) {
            throw unusableRecord(name, failure);
        }
    }

    private void write(LockName name, LockRecord lock) throws IOException {
        try {
            data.write(name, lock);
        } catch (NoSuchFileException folderGone) {
            throw folderGone;
        } catch (IOException failure) {
            throw unusableRecord(name, failure);
        }
    }

    /** Nothing that time would heal, as a store that can't be reached: whoever waits is to be told now. */
    private IllegalStateException unusableRecord(LockName name, IOException failure) {
        return new IllegalStateException(
                "The lock '" + name.name() + "' cannot be acquired, since its record "
                        + layout.data().resolve(name.dataFile()) + " cannot be read or written: "
                        + Failure.describe(failure),
                failure);
    }

    /** Lets go of the lock of a claim. False if the claim has none, or has it no more. */
    boolean release(String name, ClaimId claim) throws IOException {
        claims.settled(name, claim);
        Held here = held.get(name);
        if (here == null || !here.claim().equals(claim)) {
            return leases.releaseLeft(LockName.of(name), claim);
        }
        LockRecord now = data.glance(here.name());
        boolean current = now == null || now.tenure().claim().equals(claim);
        if (current) {
            writeReleased(here);
        }
        free(here);
        claims.released(name);
        return current;
    }

    private void writeReleased(Held here) {
        try {
            data.write(here.name(), here.lock().released());
        } catch (IOException unwritable) {
            // The lock comes free all the same; but a process group, if it has one, is waited for until it ends.
            Log.get()
                    .log(
                            System.Logger.Level.WARNING,
                            "The data file of the released lock ''{0}'' could not be written: {1}",
                            here.lock().name(),
                            Failure.describe(unwritable));
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
            boolean old = data.read(name) instanceof Reading.Known known
                    && file.isCurrent(layout.folder())
                    && known.lock().isOlderThan(moment)
                    && keeping.keptFor(known.lock()).isZero();
            if (old) {
                data.delete(name);
            }
            return old;
        } finally {
            bytes.release();
        }
    }

    /** Whether a path of the folder leads to the one that is open here. */
    boolean isAt(Path path) throws IOException {
        return lockFiles.areAt(path);
    }

    /** Makes the files that are in use look so to programs that delete what nobody used for days. */
    void touch(Instant usedBefore) throws IOException {
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
        open = false;
        lockFiles.close();
        data.close();
    }
}
