package io.lockkeeper.memory;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import java.util.ArrayList;
import java.util.List;

/** What the broken stores of one test know together: every claim that queued, and by which store it came. */
final class Registry {

    private final List<Queued> queued = new ArrayList<>();

    private record Queued(MemoryStore store, Claim claim) {}

    /** Sends a claim and notes it if it queues. */
    ClaimOutcome claim(MemoryStore store, Claim claim) {
        ClaimOutcome outcome = Tampered.now(store.claim(claim));
        if (outcome instanceof ClaimOutcome.Queued && !has(claim)) {
            queued.add(new Queued(store, claim));
        }
        return outcome;
    }

    boolean has(Claim claim) {
        return queued.stream().anyMatch(waiting -> waiting.claim().id().equals(claim.id()));
    }

    /** Lets every waiter of a name step out of line, and back in behind what is done meanwhile. */
    void whileOutOfLine(String name, Runnable meanwhile) {
        List<Queued> out = queued.stream()
                .filter(waiting -> waiting.claim().name().equals(name))
                .filter(Registry::waits)
                .toList();
        out.forEach(waiting -> Tampered.now(waiting.store().withdraw(waiting.claim(), false)));
        meanwhile.run();
        out.forEach(waiting -> Tampered.now(waiting.store().claim(waiting.claim())));
    }

    /** Puts every waiter of a name out of line for good. */
    void dropWaiters(String name) {
        queued.stream()
                .filter(waiting -> waiting.claim().name().equals(name))
                .filter(Registry::waits)
                .forEach(waiting -> Tampered.now(waiting.store().withdraw(waiting.claim(), false)));
    }

    private static boolean waits(Queued waiting) {
        return Tampered.now(waiting.store().inspect(waiting.claim().name()))
                .filter(status -> status.waiters().contains(waiting.claim().holder()))
                .isPresent();
    }
}
