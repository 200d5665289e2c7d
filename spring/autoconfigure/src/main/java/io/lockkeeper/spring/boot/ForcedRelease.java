package io.lockkeeper.spring.boot;

import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockRecall;
import io.lockkeeper.RecallOutcome;
import io.lockkeeper.spring.boot.LocksEndpoint.Released;
import java.time.Duration;
import java.util.Optional;

/** Takes a lock from one holder, which is asked first if the store can pass that on. */
final class ForcedRelease {

    private ForcedRelease() {}

    static Released of(LockClient client, String name, Holding holding, Duration wait) throws InterruptedException {
        Optional<LockRecall> recall = client.recall();
        if (recall.isPresent() && !wait.isZero()) {
            RecallOutcome outcome = recall.get().recall(name, holding, wait);
            if (outcome instanceof RecallOutcome.Released) {
                return Released.RELEASED_BY_HOLDER;
            }
            if (!(outcome instanceof RecallOutcome.Kept)) {
                return Released.CHANGED;
            }
        }
        boolean taken = client.forceRelease()
                .orElseThrow(() -> new UnsupportedOperationException(
                        "This store can't take a lock from its holder; end the holder's process."))
                .forceRelease(name, holding)
                .isPresent();
        return taken ? Released.TAKEN : Released.CHANGED;
    }
}
