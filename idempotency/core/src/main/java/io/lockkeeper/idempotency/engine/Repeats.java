package io.lockkeeper.idempotency.engine;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Requests to the store that are repeated while the store is unavailable or silent, until their patience or the engine ends. */
final class Repeats {

    private final Ticker ticker;
    private final Timer timer;
    private final Duration timeout;
    private final Set<Repeated<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * For the requests of an engine.
     *
     * @param timeout after which a request without an answer is sent again
     */
    Repeats(Ticker ticker, Timer timer, Duration timeout) {
        this.ticker = ticker;
        this.timer = timer;
        this.timeout = timeout;
    }

    /**
     * Sends a request until it is answered.
     *
     * @param request sends it
     * @param patience after which a failure is passed on
     * @return the answer; fails with the last failure, whose outcome is unknown if that of an earlier one was
     */
    <A> CompletableFuture<A> until(Supplier<CompletionStage<A>> request, Duration patience) {
        Repeated<A> repeated = new Repeated<>(this, request, ticker.nanos() + patience.toNanos());
        pending.add(repeated);
        Stages.after(repeated.answer(), (answer, failure) -> pending.remove(repeated));
        repeated.send();
        return repeated.answer();
    }

    Timer timer() {
        return timer;
    }

    Duration timeout() {
        return timeout;
    }

    /** Whether a request is not sent again that would be in so many nanoseconds. */
    boolean isOver(long end, long pause) {
        return closed || ticker.nanos() + pause - end >= 0;
    }

    /** Completes when what is being sent now has been answered. */
    CompletableFuture<Void> answered() {
        return CompletableFuture.allOf(pending.stream()
                .map(repeated -> repeated.answer().handle((answer, failure) -> answer))
                .toArray(CompletableFuture<?>[]::new));
    }

    int size() {
        return pending.size();
    }

    /** Sends nothing again, and tells those that wait. */
    void close() {
        closed = true;
        pending.forEach(repeated ->
                repeated.answer().completeExceptionally(new StoreUnavailableException("Closed meanwhile", true, null)));
    }
}
