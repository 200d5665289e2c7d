package io.lockkeeper.cli;

import io.lockkeeper.LockEvent;
import io.lockkeeper.LockListener;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why the store does not answer a wait, by the events of the lock. */
final class WaitTrouble implements LockListener {
    private volatile @Nullable String reason;
    private volatile Runnable onChange = () -> {};

    /** Called by one thread at a time. */
    @Override
    public void onEvent(LockEvent event) {
        if (event instanceof LockEvent.Claimed) {
            return; // A question is no answer: while the store is silent, one precedes each Unanswered.
        }
        boolean before = isThere();
        reason = event instanceof LockEvent.Unanswered unanswered
                ? String.valueOf(unanswered.failure().getMessage())
                : null;
        if (before != isThere()) {
            onChange.run();
        }
    }

    /** Has something done whenever the store stops answering, or answers again. */
    void onChange(Runnable task) {
        onChange = task;
    }

    boolean isThere() {
        return reason != null;
    }

    /** A sentence, unless the store answers. */
    Optional<String> reason() {
        return Optional.ofNullable(reason);
    }
}
