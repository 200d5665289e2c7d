package io.lockkeeper.simulation;

import io.lockkeeper.Lease;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One acquisition of a run. */
record Ticket(Node node, CompletableFuture<Lease> future) {

    /** The lease, if it was granted. */
    @Nullable
    Lease lease() {
        return future.isDone() && !future.isCompletedExceptionally() ? future.join() : null;
    }

    /** Whether there is nothing more to expect of it. */
    boolean isOver() {
        Lease lease = lease();
        return !isOpen() && (lease == null || !lease.isHeld());
    }

    boolean isOpen() {
        return !future.isDone();
    }
}
