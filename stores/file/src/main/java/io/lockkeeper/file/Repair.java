package io.lockkeeper.file;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds the locks that this process has no more though it did not let go of them, and takes back those that nobody else
 * took. Belongs to the {@link IoThread}.
 *
 * <p>A stranger in this process that closes a lock file frees its bytes; a stranger on this machine may delete the file, or
 * move the folder. A byte is let go only when the kernel shows that it is free already.
 */
final class Repair {

    private static final int LOOKS = 40;
    private static final long NEXT_LOOK_NANOS = 250_000;

    private final Folder folder;

    Repair(Folder folder) {
        this.folder = folder;
    }

    /** Ends the holding of locks that are this process's no more. */
    void loseDropped() throws IOException {
        loseReplaced();
        OpenFiles open = new OpenFiles();
        Map<LockFile, KernelLocks.Ranges> locked = new HashMap<>();
        for (Held here : folder.held()) {
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
    }

    /** Ends the holding of locks whose lock file was deleted, moved or replaced: others may have them by now. */
    void loseReplaced() throws IOException {
        Map<Way, Boolean> lead = new HashMap<>();
        Set<LockFile> dropped = folder.lockFiles().dropReplaced();
        for (Held here : folder.held()) {
            Way way = new Way(here.owner().path(), here.file());
            Boolean leads = lead.get(way);
            if (leads == null) {
                leads = !dropped.contains(here.file())
                        && here.file().isCurrent(here.owner().path());
                lead.put(way, leads);
            }
            if (!leads) {
                folder.free(here);
                lost(here, "its lock file was deleted, or the lock folder moved");
            }
        }
    }

    /** The path by which a store knows the folder, and a file in it: each is looked at once. */
    private record Way(Path folder, LockFile file) {}

    /** Locks a byte again that is certainly unlocked. Unless another took the lock meanwhile, nothing was lost. */
    private void restore(Held here) throws IOException {
        here.bytes().release(); // For the JDK's own books: in the kernel's it is free.
        FileLock bytes = lockAgain(here);
        if (bytes != null && here.lock().equals(folder.data().glance(here.name()))) {
            folder.put(here.with(bytes));
            return;
        }
        if (bytes != null) {
            bytes.release();
        }
        folder.free(here);
        lost(here, "something in this process opened and closed a lock file");
    }

    /** Tries for a moment: who has the byte may be looking only. */
    private @Nullable FileLock lockAgain(Held here) throws IOException {
        FileLock bytes = here.file().tryLock(here.name().offset());
        for (int look = 0; bytes == null && look < LOOKS; look++) {
            if (!here.lock().equals(folder.data().glance(here.name()))) {
                return null;
            }
            LockSupport.parkNanos(NEXT_LOOK_NANOS);
            bytes = here.file().tryLock(here.name().offset());
        }
        return bytes;
    }

    private void lost(Held here, String why) {
        Log.get()
                .log(
                        System.Logger.Level.WARNING,
                        "The lock ''{0}'' in {1} is lost: {2}.",
                        here.lock().name(),
                        folder.layout().folder(),
                        why);
    }
}
