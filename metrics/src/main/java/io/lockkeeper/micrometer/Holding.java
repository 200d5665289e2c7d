package io.lockkeeper.micrometer;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.micrometer.LockHoldContext.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The observation of one holding, which ends once: whatever comes first of its release and its loss. It does not refer to the lease,
 * since the client refers to it, and reports leases that are unreachable.
 */
final class Holding {

    private final LockHoldContext context;
    private final Shielded observation;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Runnable after;

    Holding(LockHoldContext context, Shielded observation) {
        this.context = context;
        this.observation = observation;
    }

    boolean isEnded() {
        return ended.get();
    }

    /** Has something run when it ends, or now. */
    void whenEnded(Runnable action) {
        after = action;
        if (ended.get()) {
            action.run();
        }
    }

    /** Makes it the current observation of the calling thread. */
    Shielded.Scope open() {
        return observation.open();
    }

    void released() {
        end(Outcome.RELEASED, null);
    }

    void lost(LeaseLoss loss) {
        end(loss.reason() == LeaseLoss.Reason.EXPIRED ? Outcome.EXPIRED : Outcome.LOST, new LeaseLostException(loss));
    }

    /** Ends when a release is answered, and as that says. */
    void endsAs(CompletableFuture<Void> release) {
        CompletableFuture<Void> unused = release.whenComplete((none, failure) -> {
            if (failure == null) {
                released();
            } else {
                failed(Wait.unwrapped(failure));
            }
        });
    }

    private void failed(Throwable failure) {
        if (failure instanceof LeaseLostException loss) {
            lost(loss.loss());
        } else {
            end(Outcome.RELEASED, failure); // The holder let go, whatever the store says to it.
        }
    }

    private void end(Outcome outcome, @Nullable Throwable error) {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        context.ended(outcome);
        if (error != null) {
            observation.error(error);
        }
        observation.stop();
        Runnable action = after;
        if (action != null) {
            action.run();
        }
    }
}
