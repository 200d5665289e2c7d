package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** One of {@link Repeats}. The answer to an earlier copy is an answer, too, however late. */
final class Repeated<A> {

    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;

    private final Repeats repeats;
    private final Supplier<CompletionStage<A>> request;
    private final long end;
    private final CompletableFuture<A> answer = new CompletableFuture<>();
    private long pause = FIRST_PAUSE;
    private volatile boolean unknown;

    Repeated(Repeats repeats, Supplier<CompletionStage<A>> request, long end) {
        this.repeats = repeats;
        this.request = request;
        this.end = end;
    }

    CompletableFuture<A> answer() {
        return answer;
    }

    void send() {
        if (answer.isDone()) {
            return;
        }
        AtomicBoolean ended = new AtomicBoolean();
        Timer.Scheduled silence = repeats.timer().schedule(repeats.timeout().toNanos(), () -> {
            if (ended.compareAndSet(false, true)) {
                failed(new StoreUnavailableException(
                        "The idempotency store did not answer within " + repeats.timeout(), true, null));
            }
        });
        CompletionStage<A> stage;
        try {
            stage = request.get();
        } catch (RuntimeException e) {
            stage = CompletableFuture.failedStage(e);
        }
        stage.whenComplete((value, failure) -> {
            silence.cancel();
            boolean inTime = ended.compareAndSet(false, true);
            if (failure == null) {
                answer.complete(value);
            } else if (inTime) {
                failed(cause(failure));
            }
        });
    }

    private void failed(Throwable failure) {
        if (!(failure instanceof StoreUnavailableException unavailable)) {
            answer.completeExceptionally(failure);
            return;
        }
        if (unavailable.outcomeUnknown()) {
            unknown = true;
        }
        if (repeats.isOver(end, pause)) {
            answer.completeExceptionally(unknown ? unsure(unavailable) : unavailable);
            return;
        }
        long delay = ThreadLocalRandom.current().nextLong(pause / 2, pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        repeats.timer().schedule(delay, this::send);
    }

    /** The failure of the last copy, where it is not known what became of an earlier one. */
    static StoreUnavailableException unsure(StoreUnavailableException failure) {
        return failure.outcomeUnknown()
                ? failure
                : new StoreUnavailableException(String.valueOf(failure.getMessage()), true, failure);
    }

    /** What a stage failed with, without the wrapping of the stages that depend on it. */
    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
