package io.lockkeeper.file;

import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait in the kernel until a byte of a lock file is free. Such a wait costs nothing while it lasts, and it ends
 * within microseconds.
 *
 * <p>It cannot be cancelled: a thread that is interrupted would close the file, which frees all locks of the process on it. A
 * wait that nobody needs any more goes on, and whoever waits for that byte by then is served by it. There are
 * {@value #MOST} in a JVM at most. Belongs to the {@link IoThread}, except for the threads' own methods.
 */
final class KernelWaits {

    private static final int MOST = 64;
    private static final long IDLE_SECONDS = 10;

    /** On Windows a call that waits for a byte keeps all other calls from the file. */
    private static final boolean POSSIBLE =
            !System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    private static final ThreadPoolExecutor THREADS =
            new ThreadPoolExecutor(0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), work -> {
                Thread thread = new Thread(work, "lockkeeper-file-wait");
                thread.setDaemon(true);
                thread.setContextClassLoader(null);
                return thread;
            });

    private final Set<Place> pending = new HashSet<>();
    private final End end;

    private record Place(LockFile file, long offset) {}

    /** What is done when a wait has ended, on the {@link IoThread}. */
    interface End {

        /**
         * Goes on.
         *
         * @param name whose byte was waited for
         * @param next the kernel's lock on its byte {@link LockName#offsetOfNext()}, or null if the other was waited for
         * @param failed whether the kernel refused to wait, for this time
         */
        void of(LockName name, @Nullable FileLock next, boolean failed) throws IOException;
    }

    KernelWaits(End end) {
        this.end = end;
    }

    /** Waits until this process is next in line, which it is when the wait ends. False if that is not possible now. */
    boolean untilNext(LockFile file, LockName name) {
        return begin(new Place(file, name.offsetOfNext()), name);
    }

    /** Waits until a lock was free for a moment. False if that is not possible now. */
    boolean untilFree(LockFile file, LockName name) {
        return begin(new Place(file, name.offset()), name);
    }

    /** Whether a wait for a lock to be free goes on: this process cannot lock the byte until it has ended. */
    boolean isForFree(LockFile file, LockName name) {
        return pending.contains(new Place(file, name.offset()));
    }

    private boolean begin(Place place, LockName name) {
        if (pending.contains(place)) {
            return true;
        }
        if (!POSSIBLE) {
            return false;
        }
        try {
            THREADS.execute(() -> await(place, name));
            return pending.add(place);
        } catch (RejectedExecutionException | OutOfMemoryError noThreadToSpare) {
            return false; // As many wait as may, or as the machine allows.
        }
    }

    private void await(Place place, LockName name) {
        FileLock next = null;
        boolean failed = false;
        try {
            if (place.offset == name.offset()) {
                place.file.awaitFree(place.offset);
            } else {
                next = place.file.lock(place.offset);
            }
        } catch (IOException | OverlappingFileLockException refused) {
            // Such as two processes that each hold what the other waits for, which the kernel takes for a deadlock.
            failed = true;
        }
        FileLock gained = next;
        boolean refused = failed;
        var unused = IoThread.after(0, () -> {
            pending.remove(place);
            end.of(name, gained, refused);
        });
    }
}
