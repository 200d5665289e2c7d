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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Threads that wait in the kernel until a byte of a lock file is free. Such a wait costs nothing while it lasts, and it ends
 * within microseconds.
 *
 * <p>Only in a JVM that has nothing else to do. The kernel takes a process that waits so for one that cannot go on, and refuses
 * other programs' locks on any file as a deadlock (EDEADLK) if they would wait for this process. And a JVM that is suspended,
 * by a debugger or for a collection, in the moment in which its wait ends keeps the lock from others meanwhile.
 *
 * <p>A wait cannot be cancelled. One that nobody needs any more goes on, and whoever waits for that byte by then is served by
 * it. There are {@value #MOST} in a JVM at most. Belongs to the {@link IoThread}, except for the threads' own methods.
 */
final class KernelWaits {

    private static final int MOST = 64;
    private static final long IDLE_SECONDS = 10;

    private static final long AFTER_NO_THREAD_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** On Windows a call that waits for a byte keeps all other calls from the file. */
    static volatile boolean allowed = Boolean.getBoolean(FileStores.OWN_JVM)
            && !System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0,
            MOST,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> new SteadyThread(work, "lockkeeper-file-wait"));

    private static final AtomicInteger RUNNING = new AtomicInteger();
    private static volatile long notBefore = System.nanoTime();

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
        if (!hasRoom()) {
            return false;
        }
        RUNNING.incrementAndGet();
        try {
            THREADS.execute(() -> await(place, name));
            return pending.add(place);
        } catch (RejectedExecutionException | OutOfMemoryError noThreadToSpare) {
            RUNNING.decrementAndGet();
            notBefore = System.nanoTime() + AFTER_NO_THREAD_NANOS; // Each attempt would be a line of the JVM's log.
            return false;
        }
    }

    /** Whether another wait may begin. */
    boolean hasRoom() {
        return allowed && RUNNING.get() < MOST && System.nanoTime() - notBefore >= 0;
    }

    private void await(Place place, LockName name) {
        FileLock next = null;
        boolean failed = true;
        try {
            if (place.offset == name.offset()) {
                place.file.awaitFree(place.offset);
            } else {
                next = place.file.lock(place.offset);
            }
            failed = false;
        } catch (IOException | OverlappingFileLockException refused) {
            // Such as two processes that each hold what the other waits for, which the kernel takes for a deadlock.
        } finally {
            RUNNING.decrementAndGet();
            ended(place, name, next, failed);
        }
    }

    private void ended(Place place, LockName name, @Nullable FileLock next, boolean failed) {
        var unused = IoThread.after(0, () -> {
            pending.remove(place);
            end.of(name, next, failed);
        });
    }
}
