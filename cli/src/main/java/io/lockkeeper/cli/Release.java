package io.lockkeeper.cli;

import com.grack.nanojson.JsonObject;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockRecall;
import io.lockkeeper.RecallOutcome;
import java.time.Duration;
import java.util.Optional;

/**
 * One release of a lock from its holder, who is asked first.
 *
 * @param connection the store
 * @param name the lock's name
 * @param patience how long the holder has; zero if it is not asked
 * @param confirmed whether somebody agreed to take the lock from a certain holder
 */
record Release(Connection connection, String name, Duration patience, boolean confirmed) {

    /** What became of it. */
    sealed interface Outcome {}

    /** The holder was asked, and does not hold the lock any more. */
    record GivenBack(Holding by) implements Outcome {}

    /** The lock was taken by force. */
    record Taken(Holder from) implements Outcome {}

    /** The holder was asked, and keeps the lock, which the store cannot take from it. */
    record Kept(Holding by) implements Outcome {}

    /** The holder was another one already. */
    record Passed(Holding to) implements Outcome {}

    /** There was no holder. */
    record Nobody() implements Outcome {}

    /** Whether the holder is asked before anything is taken from it. */
    boolean asks() {
        return !patience.isZero() && connection.client().recall().isPresent();
    }

    /** Takes the lock from its holder: the one shown if that was confirmed, else whichever is asked, and no other. */
    Outcome from(Holding shown) throws InterruptedException {
        if (!asks()) {
            return confirmed
                    ? byForce(shown)
                    : connection
                            .forceRelease()
                            .forceRelease(name)
                            .<Outcome>map(Taken::new)
                            .orElseGet(Nobody::new);
        }
        LockRecall recall = connection.client().recall().orElseThrow();
        RecallOutcome outcome = confirmed ? recall.recall(name, shown, patience) : recall.recall(name, patience);
        if (outcome instanceof RecallOutcome.Released given) {
            return new GivenBack(given.holding());
        } else if (outcome instanceof RecallOutcome.Changed changed) {
            return new Passed(changed.holding());
        } else if (outcome instanceof RecallOutcome.NotHeld) {
            return new Nobody();
        }
        Holding asked = outcome instanceof RecallOutcome.Kept kept ? kept.holding() : shown;
        if (connection.client().forceRelease().isEmpty()) {
            return new Kept(asked);
        }
        Outcome forced = byForce(asked);
        // It was there until the end of the wait; if it is not now, it heard the question after all.
        return forced instanceof Taken ? forced : new GivenBack(asked);
    }

    private Outcome byForce(Holding shown) {
        Optional<Holder> taken = connection.forceRelease().forceRelease(name, shown);
        if (taken.isPresent()) {
            return new Taken(taken.get());
        }
        return ShowVerb.of(connection, name)
                .holding()
                .filter(now -> !now.isSameGrant(shown))
                .<Outcome>map(Passed::new)
                .orElseGet(Nobody::new);
    }

    /** {@code name, released, holder, by}; what does not apply is null. */
    static String json(String name, Outcome outcome) {
        Holder holder = null;
        if (outcome instanceof GivenBack given) {
            holder = given.by().holder();
        } else if (outcome instanceof Taken taken) {
            holder = taken.from();
        }
        JsonObject json = new JsonObject();
        json.put("name", name);
        json.put("released", holder != null);
        json.put("holder", holder == null ? null : LockJson.of(holder));
        json.put("by", holder == null ? null : outcome instanceof GivenBack ? "holder" : "force");
        return LockJson.one(json);
    }
}
