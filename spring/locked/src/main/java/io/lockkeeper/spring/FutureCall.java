package io.lockkeeper.spring;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockTimeoutException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * A call whose work is over when the future that it returns is completed. The lock is acquired by the calling thread, which
 * runs the body, too; it is released before the caller's future is completed.
 */
final class FutureCall {

    private FutureCall() {}

    static @Nullable Object run(LockedMethod method, MethodInvocation call) throws Throwable {
        Entry entry;
        try {
            entry = Entry.of(method, call);
        } catch (LockTimeoutException busy) {
            return method.busy().answer(call, busy);
        }
        Object result;
        try {
            result = call.proceed();
        } catch (Throwable failure) {
            entry.leave();
            throw BlockingCall.released(method, entry, failure);
        }
        entry.leave();
        if (result instanceof CompletionStage<?> stage) {
            CompletionStage<?> answer = whenReleased(method, entry, stage);
            return answer;
        }
        if (result instanceof Future<?> future) {
            try {
                awaitEnd(future); // Nobody tells when it has ended.
            } catch (RuntimeException failure) {
                throw BlockingCall.released(method, entry, failure);
            }
        }
        try {
            entry.release();
        } catch (LeaseLostException lost) {
            LeaseLostException told = method.told(lost);
            if (told != null) {
                throw told;
            }
        }
        return result;
    }

    private static CompletionStage<?> whenReleased(LockedMethod method, Entry entry, CompletionStage<?> stage) {
        CompletableFuture<@Nullable Object> answer = new CancelsAlso(stage);
        // Not the answer: the caller may complete that early.
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        entry.keepUntil(end);
        stage.whenComplete((value, failure) -> {
            LeaseLostException before = entry.lost();
            end.complete(null);
            CompletableFuture<Void> unused = entry.releaseAsync().whenComplete((none, unreleased) -> {
                LeaseLostException lost = cause(unreleased) instanceof LeaseLostException known ? known : before;
                LeaseLostException told = lost == null ? null : method.told(lost);
                if (!complete(answer, value, cause(failure), told) && told != null) {
                    method.log(told); // The caller has completed the answer itself.
                }
            });
        });
        return answer;
    }

    private static boolean complete(
            CompletableFuture<@Nullable Object> answer,
            @Nullable Object value,
            @Nullable Throwable failure,
            @Nullable LeaseLostException lost) {
        if (failure != null && lost != null) {
            failure.addSuppressed(lost);
        }
        Throwable first = failure != null ? failure : lost;
        return first == null ? answer.complete(value) : answer.completeExceptionally(first);
    }

    private static @Nullable Throwable cause(@Nullable Throwable failure) {
        return failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
    }

    private static void awaitEnd(Future<?> future) {
        boolean interrupted = false;
        while (!future.isDone()) {
            try {
                future.get();
            } catch (InterruptedException later) {
                interrupted = true;
            } catch (ExecutionException | CancellationException ended) {
                break; // The caller is told by the future.
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The caller's future: who cancels it cancels the method's, too. The lock is released when that has ended. */
    private static final class CancelsAlso extends CompletableFuture<@Nullable Object> {

        private final CompletionStage<?> stage;

        CancelsAlso(CompletionStage<?> stage) {
            this.stage = stage;
        }

        @Override
        public boolean cancel(boolean mayInterrupt) {
            if (stage instanceof Future<?> future) {
                try {
                    future.cancel(mayInterrupt);
                } catch (UnsupportedOperationException notCancelled) {
                    // A minimal stage: it ends by itself.
                }
            }
            return super.cancel(mayInterrupt);
        }
    }
}
