package io.lockkeeper.simulation;

import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.simulation.Witness.Taken;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Sees every lock in the store, and takes some from their holders. */
final class Operator {

    /** A holder that can ask the store asks in a third of its lease, and soon again if there was no answer. */
    static final Duration TOLD = Wish.LONGEST.dividedBy(3).plusSeconds(5);

    private final Store eye;
    private final Backend backend;
    private final ManualTime time;
    private final Witness witness;
    private final Weather weather;
    private List<LockStatus> shown = List.of();

    Operator(Store eye, Backend backend, ManualTime time, Witness witness, Weather weather) {
        this.eye = eye;
        this.backend = backend;
        this.time = time;
        this.witness = witness;
        this.weather = weather;
    }

    /** The locks that are held or waited for. */
    List<LockStatus> taken() {
        backend.endOverdue().run();
        return ((Catalogue) eye).list("", 9).toCompletableFuture().join();
    }

    /** Releases by force what is held now, or was held when the operator looked last. */
    String act(SplittableRandom random) {
        if (random.nextInt(4) > 0) {
            shown = taken();
        }
        for (LockStatus status : shown) {
            Holding holding = status.holding().orElse(null);
            if (holding != null) {
                revoke(status.name(), holding);
                return "takes " + status.name() + ", token " + holding.token();
            }
        }
        return "finds nothing to take";
    }

    /** Takes all locks from their holders. */
    void takeAll() {
        for (LockStatus status : taken()) {
            status.holding().ifPresent(holding -> revoke(status.name(), holding));
        }
    }

    /**
     * Ends all that is held and forgets the queues, as if the data were lost; the caller keeps the signals from being heard. Only
     * the tokens and the marks of withdrawn claims are kept.
     */
    void loseData() {
        takeAll();
        for (List<LockStatus> left = taken(); !left.isEmpty(); left = taken()) {
            left.forEach(status -> revocation(status.name(), null)); // Nobody heard that they got it.
        }
    }

    private void revoke(String name, Holding shownHolding) {
        boolean current = false;
        for (LockStatus status : taken()) {
            Holding holding = status.holding().orElse(null);
            if (status.name().equals(name) && holding != null && holding.isSameGrant(shownHolding)) {
                current = true;
                note(name, holding);
            }
        }
        if (revocation(name, shownHolding) != current) {
            throw new AssertionError(shownHolding + (current ? " was not" : " was") + " released by force");
        }
    }

    private boolean revocation(String name, @Nullable Holding only) {
        return ((Revocation) eye)
                .revoke(name, only)
                .toCompletableFuture()
                .join()
                .isPresent();
    }

    /** Before it is done: who gets the lock next may hear of it at once. */
    private void note(String name, Holding holding) {
        long now = time.nanos();
        Duration left = holding.remaining().orElseThrow();
        Duration known = left.compareTo(backend.longestLease()) < 0 ? left : backend.longestLease();
        long told = weather.isCalm() ? now + TOLD.toNanos() : Long.MAX_VALUE;
        witness.tookAway(new Taken(name, holding.holder().client(), holding.token(), now + known.toNanos(), told));
    }
}
