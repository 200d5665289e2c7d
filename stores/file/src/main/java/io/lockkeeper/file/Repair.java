package io.lockkeeper.file;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.GrantPush.Signals;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the locks that this process has no more though it did not let go of them, and takes back those that nobody else
 * took. Belongs to the {@link IoThread}.
 *
 * <p>A stranger in this process that closes a lock file frees its bytes; a stranger on this machine may delete the file, or
 * move the folder. A byte is let go only when the kernel shows that it is free already.
 *
 * <p>It looks at each renewal, and every few seconds while a lock is held: fixed leases are not renewed.
 */
final class Repair {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final String MOVED = "its lock file was deleted, or the lock folder moved";
    private static final String CLOSED = "something in this process opened and closed a lock file";

    private final Folder folder;
    private final Alarm alarm = new Alarm(this::look);

    Repair(Folder folder) {
        this.folder = folder;
    }

    /** Looks after the locks that are held from now on. */
    void watch() {
        alarm.within(INTERVAL_NANOS);
    }

    /** Looks no more. */
    void close() {
        alarm.cancel();
    }

    private void look() throws IOException {
        try {
            loseDropped();
        } finally {
            if (!folder.held().isEmpty()) {
                watch();
            }
        }
    }

    /** The lock of a claim, if this process has it still. To be asked before its record is written. */
    @Nullable
    Held confirm(String name, ClaimId claim) throws IOException {
        loseReplaced();
        Held here = folder.held(name, claim);
        if (here != null) {
            restoreIfFree(here, new OpenFiles(), new HashMap<>());
        }
        return folder.held(name, claim);
    }

    /** Ends the holding of locks that are this process's no more. */
    void loseDropped() throws IOException {
        loseReplaced();
        OpenFiles open = new OpenFiles();
        Map<LockFile, KernelLocks.Ranges> locked = new HashMap<>();
        for (Held here : folder.held()) {
            restoreIfFree(here, open, locked);
        }
    }

    /** Ends the holding of locks whose lock file was deleted, moved or replaced: others may have them by now. */
    void loseReplaced() throws IOException {
        Map<Way, Boolean> lead = new HashMap<>();
        Set<LockFile> dropped = folder.lockFiles().dropReplaced();
        for (Held here : folder.held()) {
            Way way = new Way(here.owner().path(), here.file());
            Boolean leads = lead.get(way);
            if (leads == null) {
                leads = !dropped.contains(here.file()) && here.isCurrent();
                lead.put(way, leads);
            }
            if (!leads) {
                lose(here, MOVED);
            }
        }
    }

    /** The path by which a store knows the folder, and a file in it: each is looked at once. */
    private record Way(Path folder, LockFile file) {}

    private void restoreIfFree(Held here, OpenFiles open, Map<LockFile, KernelLocks.Ranges> locked) throws IOException {
        KernelLocks.Ranges ranges = locked.get(here.file());
        if (ranges == null) {
            ranges = here.file().certainlyLocked(open);
            locked.put(here.file(), ranges);
        }
        long offset = here.name().offset();
        if (!ranges.contains(offset) && here.file().hasLost(offset, open)) {
            restore(here);
        }
    }

    /** Locks a byte again that is certainly unlocked. Unless another took the lock meanwhile, nothing was lost. */
    private void restore(Held here) throws IOException {
        here.bytes().release(); // For the JDK's own books: in the kernel's it is free.
        FileLock bytes = folder.lockAsRecorded(here.file(), here.name(), here.claim());
        if (bytes != null && here.lock().equals(folder.recorded(here.name(), here.claim()))) {
            folder.put(here.with(bytes));
            return;
        }
        if (bytes != null) {
            bytes.release();
        }
        lose(here, CLOSED);
    }

    private void lose(Held here, String why) throws IOException {
        folder.free(here);
        Log.warn("The lock '" + here.lock().name() + "' in " + folder.layout().folder() + " is lost: " + why + ".");
        Signals signals = here.owner().signals(here.claim().client());
        if (signals != null) {
            signals.lost(here.lock().name(), here.claim(), LeaseLoss.Reason.GONE);
        }
    }
}
