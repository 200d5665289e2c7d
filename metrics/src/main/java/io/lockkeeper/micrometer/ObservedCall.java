package io.lockkeeper.micrometer;

import io.lockkeeper.Completed;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockedTask;
import org.jspecify.annotations.Nullable;

/**
 * One {@link DistributedLock#call}, used once, by one thread.
 *
 * @param <T> the type of the task's result
 * @param <E> the type of its exception
 */
final class ObservedCall<T extends @Nullable Object, E extends Exception> {

    private final Wait wait;
    private final LockedTask<T, E> task;
    private @Nullable Lease acquired;
    private @Nullable Holding holding;

    ObservedCall(Wait wait, LockedTask<T, E> task) {
        this.wait = wait;
        this.task = task;
    }

    Completed<T> through(DistributedLock lock) throws E, InterruptedException {
        Shielded.Scope scope = wait.open();
        try {
            return lock.call(lease -> {
                scope.close();
                return run(lease);
            });
        } catch (Throwable failure) {
            if (acquired == null) {
                scope.close();
                wait.failed(failure);
            }
            throw failure;
        } finally {
            scope.close(); // It is, if the task was run.
            Lease lease = acquired;
            Holding begun = holding;
            if (lease != null && begun != null) {
                begun.endsAs(lease.closeAsync()); // It was closed: this only says how.
            }
        }
    }

    private T run(Lease lease) throws E {
        acquired = lease;
        wait.acquired();
        Holding begun = wait.hold();
        holding = begun;
        lease.onLost(begun::lost);
        Shielded.Scope scope = begun.open();
        try {
            return task.run(new ObservedLease(lease, begun));
        } finally {
            scope.close();
        }
    }
}
