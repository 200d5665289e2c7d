package io.lockkeeper.engine;

import io.lockkeeper.LeaseRecall;
import io.lockkeeper.LockEvent;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One lock as those see it who recall it. What a message says is asked of the store before anybody is told.
 *
 * @param held the doors to what is held of it
 * @param push through which recalls come
 */
record HeldRecall(HeldLock held, Push push) {

    /** Adds a listener for the recall of a holding, or tells it at once; has the store listened to. */
    void addListener(Hold hold, Consumer<LeaseRecall> listener) {
        if (!added(hold, listener)) {
            return;
        }
        if (!push.listening()) {
            push.listen();
        } else if (push.mayHaveMissed(hold.since())) {
            missed(); // It may be recalled already.
        }
    }

    /** Whether the holding has not ended. */
    private boolean added(Hold hold, Consumer<LeaseRecall> listener) {
        held.guard().enter();
        try {
            if (hold.closing() != null || hold.loss() != null) {
                return false;
            }
            hold.recall().add(listener);
            if (hold.isRecalled()) {
                tell(hold);
            }
            return true;
        } finally {
            held.guard().leave();
        }
    }

    /** A message says that a grant is recalled. */
    void mayBeRecalled(ClaimId claim) {
        held.guard().run(() -> {
            Tenure tenure = held.machine().holdings().of(claim);
            if (tenure != null) {
                ask(tenure);
            }
        });
    }

    /** A message may have been missed: whoever wants to know of a recall is told of one, and of a loss. */
    void missed() {
        held.guard().run(() -> {
            Hold current = held.machine().holdings().current();
            if (current != null && current.awaitsRecall()) {
                ask(current.tenure());
                held.verify(current.tenure());
            }
        });
    }

    private void ask(Tenure tenure) {
        Hold current = tenure.hold();
        if (current != null
                && held.context().store() instanceof Recall store
                && current.recall().ask()) {
            Grant grant = tenure.grant();
            held.guard()
                    .then(() -> Calls.to(
                            () -> store.isRecalled(grant), (recalled, failure) -> answered(current, recalled)));
        }
    }

    /** Without an answer nobody is told: who recalls the lock repeats its message. */
    private void answered(Hold asked, @Nullable Boolean recalled) {
        held.guard().run(() -> {
            if (!asked.recall().answered(Boolean.TRUE.equals(recalled))) {
                return;
            }
            if (asked.closing() == null && asked.loss() == null) {
                held.context().observers().tell(new LockEvent.Recalled(held.name(), asked.token()));
                tell(asked);
            }
        });
    }

    private void tell(Hold recalled) {
        LeaseRecall recall = new LeaseRecall(held.name(), recalled.token());
        for (Consumer<LeaseRecall> listener : recalled.recall().take()) {
            held.guard().then(() -> held.context().callbacks().execute(() -> listener.accept(recall)));
        }
    }
}
