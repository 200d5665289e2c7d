package io.lockkeeper.faults;

import io.lockkeeper.StoreUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The course of a request that goes on its way when a test says so: it arrives, then it is answered or fails. */
public final class Delayed implements Course {

    private @Nullable Runnable arrival;
    private @Nullable Runnable reply;
    private @Nullable Runnable failure;

    @Override
    public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
        CompletableFuture<T> seen = new CompletableFuture<>();
        arrival = () -> {
            CompletionStage<T> outcome = request.get();
            reply = () -> outcome.whenComplete((answer, error) -> {
                if (error == null) {
                    seen.complete(answer);
                } else {
                    seen.completeExceptionally(error);
                }
            });
        };
        failure = () -> seen.completeExceptionally(new StoreUnavailableException("No reply came in time.", true, null));
        return seen;
    }

    /** Whether the client has sent it. */
    public boolean isSent() {
        return failure != null;
    }

    /** The store carries it out; the client does not know yet. */
    public void arrive() {
        run(arrival, "arrive before it was sent");
        arrival = null;
    }

    /** The client sees the reply. */
    public void answer() {
        run(reply, "be answered before it arrived");
    }

    /** It arrives, and the client sees the reply. */
    public void arriveAndAnswer() {
        arrive();
        answer();
    }

    /** The client gives up waiting for the reply. */
    public void fail() {
        run(failure, "fail before it was sent");
    }

    private static void run(@Nullable Runnable step, String impossible) {
        if (step == null) {
            throw new IllegalStateException("A request can't " + impossible + ".");
        }
        step.run();
    }
}
