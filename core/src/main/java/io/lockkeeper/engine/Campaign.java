package io.lockkeeper.engine;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LeaderWork;
import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;

/**
 * What a {@link Candidate} stands for, and the means: its lock, its threads, its pauses.
 *
 * @param client whose lock it is
 * @param name the lock's name
 * @param options of the lock; waits without a limit
 * @param work what a leader does
 * @param threads creates a thread for each term
 */
record Campaign(EngineClient client, String name, LockOptions options, LeaderWork work, ThreadFactory threads) {

    /**
     * How long who led lets others go first: in a queue they stand before it, and else they ask every half second, as all do whose lock is
     * to stay taken for a time, or whose client does not hear its store. Whether those of other clients do is not known; if this one does, it
     * is assumed.
     */
    private static final long TURN_IN_A_QUEUE = 100_000_000;

    private static final long TURN_WITHOUT_A_QUEUE = 1_000_000_000;

    /** Asks for the lock. The future completes on any thread: not even a lack of threads can keep the answer from who asked. */
    CompletableFuture<Lease> ask() {
        return new Acquisitions(waiter -> client.enqueue(name, waiter))
                .async(client.request(name, options), Runnable::run);
    }

    /** Runs a step on a thread of its own. */
    void start(Runnable step) {
        threads.newThread(step).start();
    }

    /** Runs a step after a pause. */
    void after(int failures, Runnable step) {
        Backoff backoff = client.context().backoff();
        boolean queued = client.guarantees().order() == Guarantees.Order.QUEUED
                && options.atLeast().isZero()
                && client.push().listening();
        long turn = backoff.spread(queued ? TURN_IN_A_QUEUE : TURN_WITHOUT_A_QUEUE);
        client.context().after(failures == 0 ? turn : Math.max(turn, backoff.afterFailures(failures)), step);
    }

    /** Gives the lock back, as lost if the client is being closed. Completes when the store has answered, never exceptionally. */
    static CompletableFuture<Void> giveBack(Lease lease, EngineTerm.End end) {
        try {
            LeaseHandle.interruptOnLoss(lease, null);
            if (end == EngineTerm.End.CLIENT_CLOSED) {
                LeaseHandle.closeWithClient(lease);
                return CompletableFuture.completedFuture(null);
            }
            // Who lost it was told before; a release that fails is repeated by the engine until the lease ends.
            return LeaseHandle.released(lease).handle((nothing, failure) -> null);
        } catch (Throwable mistake) {
            Log.get()
                    .error(
                            "The lock '{}' of a leader could not be released; please report this.",
                            lease.name(),
                            mistake);
            return CompletableFuture.completedFuture(null);
        }
    }
}
