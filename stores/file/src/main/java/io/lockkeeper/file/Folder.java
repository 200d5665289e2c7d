package io.lockkeeper.file;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A lock folder as this JVM has it open, once, for all stores that use it. Belongs to the {@link IoThread}.
 *
 * <p>A lock is held by whoever has its byte locked in a lock file; the kernel frees that with the process.
 * Among the stores of this JVM, which the kernel cannot tell apart, the map of held locks decides.
 */
final class Folder {

    private static final Duration NEXT_GROUP_CHECK = Duration.ofMillis(50);

    private final Layout layout;
    private final Clock clock;
    private final LockFiles lockFiles;
    private final DataFiles data;
    private final Claims claims = new Claims(this);
    private final Map<String, Held> held = new HashMap<>();
    private boolean open = true;

    Folder(Layout layout, Clock clock) {
        this.layout = layout;
        this.clock = clock;
        this.lockFiles = new LockFiles(layout);
        this.data = new DataFiles(layout.data(), layout.access());
    }

    /** A name's byte, locked for a store before it is known whether the lock may be granted. */
    record Possession(LockFile file, FileLock bytes, FileStore owner) {}

    Layout layout() {
        return layout;
    }

    DataFiles data() {
        return data;
    }

    Claims claims() {
        return claims;
    }

    boolean isOpen() {
        return open;
    }

    LockFile lockFile(LockName name) throws IOException {
        return lockFiles.of(name);
    }

    /** The lock of a name, if this JVM holds it. */
    @Nullable
    Held held(String name) {
        return held.get(name);
    }

    /** Whether anyone holds the lock of a record that says so. */
    boolean isHeld(LockRecord lock) throws IOException {
        LockName name = LockName.of(lock.name());
        return held.containsKey(lock.name()) || lockFiles.of(name).isLocked(name.offset()) || lock.isWorkedUnder();
    }

    /** Grants a lock whose byte is locked, or gives the byte back. */
    ClaimOutcome take(LockName name, Claim claim, Possession possession) throws IOException {
        boolean granted = false;
        try {
            if (!possession.file.isCurrent()) {
                throw new NoSuchFileException(layout.folder().toString());
            }
            KernelLocks.locked(name.offset());
            LockRecord before = data.read(name);
            if (before != null && before.isWorkedUnder()) {
                return new ClaimOutcome.Busy(before.tenure().holder(), NEXT_GROUP_CHECK);
            }
            LockRecord lock = LockRecord.granted(claim, before == null ? 0 : before.last(), clock.instant());
            data.write(name, lock, before == null);
            Held now = new Held(name, lock, possession.file, possession.bytes, possession.owner);
            held.put(claim.name(), now);
            granted = true;
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

    /** Ends the holding of locks that are this process's no more, though nobody let go of them. */
    void loseDropped() throws IOException {
        loseReplaced();
        if (!held.isEmpty() && KernelLocks.areKnown()) {
            Set<Long> locked = KernelLocks.offsets();
            for (Held here : Set.copyOf(held.values())) {
                if (!locked.contains(here.name().offset())) {
                    restore(here);
                }
            }
        }
    }

    /** Locks a byte again that somebody may have unlocked. Unless another took it meanwhile, nothing was lost. */
    private void restore(Held here) throws IOException {
        free(here);
        FileLock bytes = here.file().tryLock(here.name().offset());
        if (bytes != null) {
            if (here.lock().equals(data.glance(here.name()))) {
                held.put(here.lock().name(), here.with(bytes));
                return;
            }
            bytes.release();
        }
        Log.get()
                .log(
                        System.Logger.Level.WARNING,
                        "The lock ''{0}'' is lost: something in this process opened and closed a file in {1}.",
                        here.lock().name(),
                        layout.lockFile(here.name().lockFile()).getParent());
    }

    /** Lets go of the lock of a claim. False if the claim has none, or has it no more. */
    boolean release(String name, ClaimId claim) throws IOException {
        claims.settled(name, claim);
        Held here = held.get(name);
        if (here == null || !here.claim().equals(claim)) {
            return false;
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
            data.write(here.name(), here.lock().released(), false);
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
        for (Held here : Set.copyOf(held.values())) {
            if (here.owner() == owner) {
                free(here);
            }
        }
    }

    private void free(Held here) throws IOException {
        if (here.bytes().isValid()) {
            here.bytes().release();
        }
        held.remove(here.lock().name());
    }

    /** Removes the data file of a lock that nobody holds and nobody held since a moment. */
    void forget(LockName name, Instant moment) throws IOException {
        LockFile file = lockFiles.of(name);
        FileLock bytes = held.containsKey(name.name()) ? null : file.tryLock(name.offset());
        if (bytes == null) {
            return;
        }
        try {
            LockRecord lock = data.read(name);
            if (lock != null && file.isCurrent() && lock.isOlderThan(moment) && !lock.isWorkedUnder()) {
                data.delete(name);
            }
        } finally {
            bytes.release();
        }
    }

    /** Closes the lock files, once no store uses the folder any more. */
    void close() throws IOException {
        open = false;
        lockFiles.close();
    }
}
