package io.lockkeeper.zookeeper;

import io.lockkeeper.Holder;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import io.lockkeeper.zookeeper.Place.Phase;
import io.lockkeeper.zookeeper.Requests.Children;
import io.lockkeeper.zookeeper.Requests.Content;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: the steps of a place in its line. All are taken within {@link Place#then}.
 *
 * <p>Nodes that stand before a claim's own were made before it, so every server on which the claim's session has seen its own node shows
 * all of them, however much it lags behind; it may only show some that are gone. So who finds itself first there is first.
 */
final class Turns {

    /** ZooKeeper tells when the one before is gone; this is for what it forgot. */
    private static final Duration RECHECK = Duration.ofSeconds(30);

    private static final Duration RETRY = Duration.ofMillis(250);

    private final Places places;
    private final Departures departures;
    private final Listeners listeners;
    private final Failures failures;
    private final HeldLately heldLately = new HeldLately();

    Turns(Places places, Departures departures, Listeners listeners, Failures failures) {
        this.places = places;
        this.departures = departures;
        this.listeners = listeners;
        this.failures = failures;
    }

    /** Whether the lock of a claim was found held when somebody last asked for it in vain. */
    boolean wasHeldLately(Place place) {
        return heldLately.has(place.claim.name());
    }

    /** Looks where a claim stands, on its client's behalf. */
    CompletionStage<ClaimOutcome> look(Place place) {
        return look(place, true);
    }

    /**
     * Looks where a claim stands, after the one before it left.
     *
     * @param left the node that left; if the claim has looked since then and waits for another now, this is old news
     */
    CompletionStage<ClaimOutcome> moveUp(Place place, String left) {
        if (!waitsFor(place, left)) {
            return old();
        }
        // If only the holder stood before it, and nothing else has changed since, it is first.
        return place.next && places.takeUnchanged(place) ? granted(place, place.contended) : look(place, false);
    }

    /**
     * Looks where a claim stands, and watches the node before it again, to which somebody has written.
     *
     * @param written that node; if the claim has looked since then and waits for another now, this is old news
     */
    CompletionStage<ClaimOutcome> lookAgain(Place place, String written) {
        return waitsFor(place, written) ? look(place, false) : old();
    }

    private boolean waitsFor(Place place, String node) {
        return places.has(place) && place.phase == Phase.WAITING && node.equals(place.before);
    }

    private static CompletionStage<ClaimOutcome> old() {
        return CompletableFuture.completedFuture(new ClaimOutcome.Withdrawn());
    }

    /** Looks at a place's line; watches it from then on, if that is wanted and the client listens. */
    CompletableFuture<Children> line(Place place, boolean watch) {
        place.next = false;
        return watch && listeners.listens(place.client())
                ? place.session.ask().watchChildren(place.lock, () -> {
                    place.watched = true;
                    places.hasSeen(place);
                })
                : place.session.ask().children(place.lock);
    }

    /** Watches the line of a holder, if its client listens; looks whether it is still first, and who waits. */
    void watch(Place place) {
        if (!listeners.listens(place.client())) {
            return;
        }
        place.watched = false;
        var unused = line(place, true).handle((children, failure) -> {
            Line line = failure == null ? Line.of(children.names()) : null;
            NodeName own = place.node;
            if (Failures.isMissing(failure) || (line != null && own != null && !line.has(own))) {
                if (place.phase == Phase.HOLDING) {
                    departures.lose(place);
                }
            } else if (line != null && line.size() > 1) {
                tellOfOthers(place);
            }
            return null;
        });
    }

    /** Looks who has come into the line of a holder: if it was a recall only, the line is watched again. */
    CompletionStage<Boolean> lookBehind(Place place) {
        String path = place.path();
        if (path == null || place.phase != Phase.HOLDING || !places.has(place)) {
            return CompletableFuture.completedFuture(false);
        }
        return Failures.whenDone(place.session.ask().children(place.lock), (children, failure) -> {
            if (failure == null && Line.of(children.names()).size() > 1) {
                return watchOwn(place, path);
            }
            watch(place);
            return CompletableFuture.completedFuture(false);
        });
    }

    /** Watches the node of a holder behind which somebody waits, and no longer its line. */
    private CompletionStage<Boolean> watchOwn(Place place, String path) {
        return place.session.ask().read(path, true).handle((content, failure) -> {
            if (Failures.isMissing(failure)) {
                departures.lose(place);
            } else if (failure == null) {
                tellOfOthers(place);
            } else {
                watch(place);
            }
            return failure == null;
        });
    }

    /** Tells a holder that somebody waits behind it, once. */
    private void tellOfOthers(Place place) {
        if (!place.contended && places.has(place) && place.phase == Phase.HOLDING) {
            place.contended = true;
            listeners.tell(place.client(), signals -> signals.contended(place.claim.name()));
        }
    }

    private CompletionStage<ClaimOutcome> look(Place place, boolean asked) {
        return Failures.whenDone(line(place, place.phase != Phase.HOLDING), (children, failure) -> {
            if (Failures.isMissing(failure)) {
                return vanished(place);
            }
            return failure == null ? assess(place, children, asked) : CompletableFuture.failedFuture(failure);
        });
    }

    /**
     * Decides by what was seen.
     *
     * @param asked whether the client would like to know who holds the lock
     */
    CompletionStage<ClaimOutcome> assess(Place place, Children children, boolean asked) {
        Line line = Line.of(children.names());
        NodeName own = Objects.requireNonNull(place.node, "A place that is looked at has a node.");
        if (!places.has(place) || !line.has(own)) {
            return vanished(place);
        }
        NodeName before = line.before(own);
        if (before != null) {
            return place.claim.mayQueue() ? await(place, line, before, asked) : giveUp(place, line);
        }
        if (isNew(place) && !places.isUnchanged(place)) {
            return look(place, asked); // It does not watch the line yet, or was overtaken by news of it.
        }
        heldLately.note(place.claim.name(), false);
        return granted(place, line.size() > 1);
    }

    /** Whether a place that is first has to watch its line. */
    private boolean isNew(Place place) {
        return place.phase != Phase.HOLDING && listeners.listens(place.client());
    }

    private CompletionStage<ClaimOutcome> granted(Place place, boolean contended) {
        boolean isNew = isNew(place);
        Grant grant = grant(place, contended);
        if (isNew && !places.takeUnchanged(place)) {
            watch(place); // Nobody has heard of what came before it was known to hold the lock.
        }
        if (place.queued) {
            place.queued = false;
            listeners.tell(place.client(), signals -> signals.granted(grant, place.claim.pushSecret()));
        }
        return CompletableFuture.completedFuture(new ClaimOutcome.Granted(grant));
    }

    private Grant grant(Place place, boolean contended) {
        Tokens tokens = RevisionTokens.of(place.zxid, place.claim);
        long now = place.session.now();
        long left = Math.min(place.claim.lease().toNanos(), place.session.remaining());
        if (place.phase == Phase.HOLDING && place.end - now > 0) {
            left = Math.min(left, place.end - now); // A grant that is told once more lasts no longer for it.
        }
        place.end = now + left;
        place.phase = Phase.HOLDING;
        place.contended = contended;
        places.holds(place);
        if (!places.has(place)) { // Looked at last: whoever ends the session now finds a holder, and tells it.
            places.remove(place);
            throw gone();
        }
        if (left <= 0 || place.session.isOver()) {
            places.remove(place);
            place.session.end(false);
            throw new CompletionException(KeeperException.create(Code.SESSIONEXPIRED));
        }
        return new Grant(place.claim.name(), place.claim.id(), tokens, new Remaining(left, now), contended);
    }

    private CompletionStage<ClaimOutcome> await(Place place, Line line, NodeName before, boolean asked) {
        int ahead = line.ahead(Objects.requireNonNull(place.node)) - 1;
        place.contended = line.size() > ahead + 2;
        if (ahead > 0) {
            places.takeUnchanged(place); // When the one before leaves, it is not first.
        }
        String path = place.lock + '/' + before.text();
        places.watches(place, path);
        place.next = ahead == 0;
        CompletableFuture<Content> watching = place.session.ask().read(path, true);
        CompletionStage<@Nullable Holder> holder = ahead > 0 && asked
                ? holder(place, Objects.requireNonNull(line.first()))
                : CompletableFuture.completedFuture(null);
        return Failures.whenDone(watching, (content, failure) -> {
            if (Failures.isMissing(failure)) {
                return look(place, asked); // It left between the two looks.
            }
            if (failure != null) {
                return CompletableFuture.failedFuture(failure);
            }
            place.phase = Phase.WAITING;
            place.queued = true;
            Holder known = ahead == 0 ? content.holder() : null;
            return holder.thenApply(found ->
                    new ClaimOutcome.Queued(known == null ? found : known, ahead, place.session.now(), RECHECK));
        });
    }

    private CompletionStage<ClaimOutcome> giveUp(Place place, Line line) {
        heldLately.note(place.claim.name(), true);
        CompletionStage<ClaimOutcome> busy = busy(place, Objects.requireNonNull(line.first()));
        return departures.leave(place).thenCombine(busy, (left, outcome) -> outcome);
    }

    /** Says that another has the lock. */
    static CompletionStage<ClaimOutcome> busy(Place place, NodeName first) {
        return holder(place, first).thenApply(found -> new ClaimOutcome.Busy(found, RETRY));
    }

    /** Who is behind a node; null if it is gone. */
    private static CompletionStage<@Nullable Holder> holder(Place place, NodeName node) {
        return place.session
                .ask()
                .read(place.lock + '/' + node.text(), false)
                .handle((content, failure) -> failure == null ? content.holder() : null);
    }

    /** The place is gone: whoever asks once more stands in line again. */
    private CompletionStage<ClaimOutcome> vanished(Place place) {
        departures.lose(place);
        return CompletableFuture.failedFuture(gone());
    }

    private StoreUnavailableException gone() {
        return failures.unavailable("no longer has the claim: its node was removed or its session ended", false, null);
    }
}
