package io.lockkeeper.engine;

import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;

/**
 * Logs leases that nobody can close any more: their handle is unreachable, but they are neither closed nor lost. They stay
 * held until the client is closed, since the work under them may go on. Where they were acquired is logged, too, if the
 * logger is on debug level: to note that for each lease costs some microseconds.
 */
final class ForgottenLeases {

    private static final Cleaner CLEANER = Cleaner.create(task -> {
        Thread thread = new Thread(task, "lockkeeper-cleaner");
        thread.setDaemon(true);
        return thread;
    });

    private ForgottenLeases() {}

    /** Watches a handle until its hold ends: an entry here keeps all of the client, which may refer to the handle. */
    static void watch(LeaseHandle handle, LocalLock lock, Hold hold) {
        Throwable where = Log.get().isDebugEnabled() ? new AcquiredHere() : null;
        hold.watchedBy(CLEANER.register(handle, new Unreachable(lock, hold, where)));
    }

    private record Unreachable(
            LocalLock lock, Hold hold, @Nullable Throwable where) implements Runnable {
        @Override
        public void run() {
            if (hold.isHeld(lock.context().now())) {
                Log.get()
                        .warn(
                                "A lease of the lock '{}' became unreachable without being closed: the lock stays held until"
                                        + " its client is closed. It was acquired by {}.{}",
                                lock.name(),
                                lock.context().holder(hold.thread(), hold.options()),
                                where == null ? " Enable debug logging to see where." : "",
                                where);
            }
        }
    }

    private static final class AcquiredHere extends Exception {
        private static final long serialVersionUID = 1L;

        AcquiredHere() {
            super("The acquisition of the lease");
        }
    }
}
