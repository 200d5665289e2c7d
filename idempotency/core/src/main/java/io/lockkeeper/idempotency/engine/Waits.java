package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits of threads for stages. */
final class Waits {

    private Waits() {}

    /** Waits for an entry. A thread that is interrupted gives up, so that nothing runs and nothing is left. */
    static Entry interruptibly(CompletableFuture<Entry> entry) throws InterruptedException {
        try {
            return entry.get();
        } catch (InterruptedException e) {
            if (!entry.completeExceptionally(e) && entry.getNow(null) instanceof Entry.Run run) {
                run.running().abandon();
            }
            throw e;
        } catch (ExecutionException e) {
            throw thrown(e);
        }
    }

    /** Waits for a stage that ends within the time, and keeps the thread's interrupt for later. */
    static <A> A uninterruptibly(CompletionStage<A> stage, Duration longest) {
        CompletableFuture<A> future = stage.toCompletableFuture();
        long end = System.nanoTime() + longest.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return future.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    throw new StoreUnavailableException(
                            "The idempotency store did not answer within " + longest, true, e);
                } catch (ExecutionException e) {
                    throw thrown(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The failure as this thread throws it: a failure that another thread made has its own stack trace, so it gets this one's, too. */
    private static RuntimeException thrown(ExecutionException wrapping) {
        Throwable failure = wrapping.getCause() == null ? wrapping : wrapping.getCause();
        if (failure instanceof StoreUnavailableException unavailable) {
            return new StoreUnavailableException(
                    String.valueOf(unavailable.getMessage()), unavailable.outcomeUnknown(), unavailable);
        }
        if (failure instanceof CancellationException || failure instanceof IdempotencyException) {
            // Made for this request.
            return (RuntimeException) failure;
        }
        return new IllegalStateException("The idempotency store failed: " + failure.getMessage(), failure);
    }

    /** Waits for one after the other, until the time is over for all of them, or this thread is interrupted. */
    static void untilDone(List<Supplier<CompletableFuture<Void>>> stages, Duration longest) {
        long end = System.nanoTime() + longest.toNanos();
        try {
            for (Supplier<CompletableFuture<Void>> stage : stages) {
                stage.get().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // An operation's thread goes on; without a store its outcome is not stored, which it is told.
        }
    }
}
