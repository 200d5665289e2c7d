package io.lockkeeper.micrometer;

import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.micrometer.LockWaitContext.Outcome;
import io.micrometer.observation.Observation;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The observation of one acquisition. Whoever began it ends it once. */
final class Wait {

    private final LockObservations observations;
    private final LockWaitContext context;
    private final Shielded observation;
    private final @Nullable Observation parent;

    Wait(LockObservations observations, LockWaitContext context, Shielded observation, @Nullable Observation parent) {
        this.observations = observations;
        this.context = context;
        this.observation = observation;
        this.parent = parent;
    }

    /**
     * A step of an acquisition.
     *
     * @param <T> what it returns
     * @param <E> what it throws
     */
    @FunctionalInterface
    interface Step<T, E extends Exception> {
        T take() throws E;
    }

    /** Takes a step as the current observation of the thread. Ends if it throws an exception. */
    <T, E extends Exception> T within(Step<T, E> step) throws E {
        try {
            Shielded.Scope scope = observation.open();
            try {
                return step.take();
            } finally {
                scope.close();
            }
        } catch (Throwable failure) {
            failed(failure);
            throw failure;
        }
    }

    /** Makes it the current observation of the calling thread. */
    Shielded.Scope open() {
        return observation.open();
    }

    /** Ends with the lock. */
    void acquired() {
        end(Outcome.ACQUIRED);
    }

    /** Begins to observe what was acquired. */
    Holding hold() {
        return observations.hold(context.locks(), parent);
    }

    /** Ends because the lock is held. */
    void refused() {
        end(Outcome.TIMEOUT);
    }

    private void cancelled() {
        end(Outcome.CANCELLED);
    }

    /** Ends with an exception. */
    void failed(Throwable failure) {
        if (failure instanceof CancellationException) {
            cancelled();
            return;
        }
        observation.error(failure);
        end(
                failure instanceof LockTimeoutException
                        ? Outcome.TIMEOUT
                        : failure instanceof InterruptedException ? Outcome.INTERRUPTED : Outcome.FAILED);
    }

    private void end(Outcome outcome) {
        context.ended(outcome);
        observation.stop();
    }

    /**
     * Observes an acquisition as a future. A lease that comes after the returned future was completed is released.
     *
     * @param acquisition begins it
     * @param observed ends this wait and begins the holding
     * @param release releases without waiting
     */
    <L> CompletableFuture<L> async(
            Step<CompletableFuture<L>, RuntimeException> acquisition, UnaryOperator<L> observed, Consumer<L> release) {
        CompletableFuture<L> inner = within(acquisition);
        CompletableFuture<L> outer = new CompletableFuture<>();
        CompletableFuture<L> unused = inner.whenComplete((lease, failure) -> {
            if (failure != null) {
                Throwable cause = unwrapped(failure);
                failed(cause);
                outer.completeExceptionally(cause);
            } else if (outer.isDone()) {
                cancelled();
                release.accept(lease);
            } else {
                L handle = observed.apply(lease);
                if (!outer.complete(handle)) {
                    release.accept(handle);
                }
            }
        });
        CompletableFuture<L> unusedToo = outer.whenComplete((lease, failure) -> {
            if (failure != null) {
                inner.cancel(false); // By its user; otherwise it is complete already.
            }
        });
        return outer;
    }

    /** The exception that a stage failed with. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
