package io.lockkeeper.engine;

import io.lockkeeper.LeaseRecall;
import io.lockkeeper.LockEvent;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.RecallPush;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One lock as those see it who recall it. What a message says is asked of the store before anybody is told. Where no message
 * comes, or the last question was not answered, the store is asked with each renewal while a listener waits.
 *
 * @param held the doors to what is held of it
 * @param push through which recalls come
 */
record HeldRecall(HeldLock held, Push push) {

    /** Adds a listener for the recall of a holding, or tells it at once; has the store listened to, and asked once. */
    void addListener(Hold hold, Consumer<LeaseRecall> listener) {
        if (!added(hold, listener)) {
            return;
        }
        if (mayBeTold() && !push.listening()) {
            push.listen(); // And asks then.
        } else if (mayBeTold() && push.mayHaveMissed(hold.since())) {
            missed(); // It may be recalled, or lost.
        } else {
            held.guard().run(() -> askFor(hold));
        }
    }

    /** Whether the store tells of recalls, if it is listened to. */
    private boolean mayBeTold() {
        return held.context().store() instanceof RecallPush;
    }

    /** Its holder wants to know what the store says. Asked even where messages come: one may be lost. */
    void verify(Hold hold) {
        if (mayBeTold()) {
            held.guard().run(() -> askFor(hold));
        } // Elsewhere the renewal asks, by which the holder learns of a loss.
    }

    /** A holding is renewed now. Under the guard. */
    void renewing(Hold hold) {
        if (!mayBeTold() || !push.listening() || hold.recallIsUnanswered()) {
            askFor(hold);
        }
    }

    private void askFor(Hold hold) {
        if (hold.awaitsRecall()) {
            ask(hold.tenure());
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
            Hold current = tenure == null ? null : tenure.hold();
            if (current != null && current.recall().announce()) {
                send(current);
            }
        });
    }

    /** A message may have been missed: whoever wants to know of a recall is told of one, and of a loss. */
    void missed() {
        held.guard().run(() -> {
            Hold current = held.machine().holdings().current();
            if (current != null && current.awaitsRecall()) {
                if (current.recall().announce()) {
                    send(current);
                }
                held.verify(current.tenure());
            }
        });
    }

    private void ask(Tenure tenure) {
        Hold current = tenure.hold();
        if (current != null && current.recall().ask()) {
            send(current);
        }
    }

    private void send(Hold asking) {
        if (held.context().store() instanceof Recall store) {
            Grant grant = asking.tenure().grant();
            held.guard()
                    .then(() ->
                            Calls.to(() -> store.isRecalled(grant), (recalled, failure) -> answered(asking, recalled)));
        }
    }

    /**
     * Without an answer nobody is told: who recalls the lock repeats its message, and the next renewal asks again. The grant is
     * recalled, which another thread of this process may have inherited meanwhile.
     */
    private void answered(Hold asked, @Nullable Boolean recalled) {
        held.guard().run(() -> {
            boolean announced = asked.recall().answered(recalled != null);
            Hold current = asked.tenure().hold();
            if (current == null || current.closing() != null || current.loss() != null || recalled == null) {
                return;
            }
            if (!recalled && announced) {
                ask(current.tenure());
            } else if (recalled && current.recall().confirm()) {
                held.context().observers().tell(new LockEvent.Recalled(held.name(), current.token()));
                tell(current);
            }
        });
    }

    private void tell(Hold recalled) {
        LeaseRecall recall = new LeaseRecall(held.name(), recalled.token());
        for (Consumer<LeaseRecall> listener : recalled.recall().take()) {
            held.guard().then(() -> Copies.run(held.context().callbacks(), () -> listener.accept(recall)));
        }
    }
}
