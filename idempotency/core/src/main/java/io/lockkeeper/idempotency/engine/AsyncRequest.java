package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.AsyncAction;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Recovered;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A {@link Request} that blocks no thread. What is the user's (the operation, the recovery, the codec) runs on the executor. */
final class AsyncRequest<T extends @Nullable Object> {

    private final LeasedEngine engine;
    private final Executor executor;
    private final Request<T> request;
    private final AsyncAction<T> action;
    private final CompletableFuture<Outcome<T>> result = new CompletableFuture<>();

    AsyncRequest(LeasedEngine engine, Executor executor, Request<T> request, AsyncAction<T> action) {
        this.engine = engine;
        this.executor = executor;
        this.request = request;
        this.action = action;
    }

    CompletionStage<Outcome<T>> after(CompletableFuture<Entry> entry) {
        // Whoever completes the result, by cancelling it or by a timeout of its own, gives up.
        Stages.after(
                result,
                (outcome, failure) ->
                        entry.completeExceptionally(new CancellationException("The request was cancelled")));
        Stages.after(entry, (entered, failure) -> {
            if (failure != null) {
                elsewhere(() -> result.completeExceptionally(Repeated.cause(failure)));
                return;
            }
            try {
                executor.execute(() -> enter(entered));
            } catch (RuntimeException | Error e) {
                abandon(entered);
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** Runs on the executor, for what follows the result is the user's; here if that refuses. */
    private void elsewhere(Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException | Error e) {
            task.run();
        }
    }

    private static void abandon(Entry entered) {
        if (entered instanceof Entry.Run run) {
            run.running().abandon();
        }
    }

    private void enter(Entry entered) {
        if (result.isDone()) {
            abandon(entered);
        } else if (entered instanceof Entry.Run run) {
            run(run.running());
        } else {
            answer(() -> request.answered(entered));
        }
    }

    private void answer(Supplier<Outcome<T>> outcome) {
        try {
            result.complete(outcome.get());
        } catch (RuntimeException | Error e) {
            result.completeExceptionally(e);
        }
    }

    private void run(Running running) {
        Nesting.enter(engine, running.attempt().key());
        try {
            Recovered<T> recovered = request.recovered(running);
            if (recovered instanceof Recovered.Unknown) {
                close(running);
                return;
            }
            CompletionStage<T> stage = recovered instanceof Recovered.Done<T> done
                    ? CompletableFuture.completedStage(done.value())
                    : action.start(running.attempt());
            stage.whenComplete((value, failure) -> {
                if (failure == null) {
                    returned(running, value);
                } else {
                    failed(running, Repeated.cause(failure));
                }
            });
        } catch (Throwable failure) {
            failed(running, failure);
        } finally {
            Nesting.exit();
        }
    }

    private void close(Running running) {
        Stages.after(
                request.closing(running),
                (answer, failure) -> elsewhere(() -> {
                    if (failure == null) {
                        answer(() -> request.closed(answer));
                    } else {
                        result.completeExceptionally(Repeated.cause(failure));
                    }
                }));
    }

    private void returned(Running running, T value) {
        Stages.after(
                request.returned(running, value),
                (answer, failure) -> elsewhere(() -> {
                    if (failure == null) {
                        answer(() -> request.executed(running, value, answer));
                    } else {
                        result.completeExceptionally(request.notStored(value, Repeated.cause(failure)));
                    }
                }));
    }

    private void failed(Running running, Throwable failure) {
        if (failure instanceof CancellationException) {
            // Whoever cancelled the stage did not stop the operation.
            running.leave();
            result.completeExceptionally(failure);
            return;
        }
        Stages.after(
                request.failed(running, failure),
                (answer, silent) -> elsewhere(() -> {
                    if (silent != null && silent != failure) {
                        failure.addSuppressed(Repeated.cause(silent));
                    }
                    result.completeExceptionally(failure);
                }));
    }
}
