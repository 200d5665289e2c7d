package io.lockkeeper.zookeeper;

import io.lockkeeper.Holder;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;
import io.lockkeeper.zookeeper.Place.Phase;
import io.lockkeeper.zookeeper.Session.Children;
import io.lockkeeper.zookeeper.Session.Content;
import io.lockkeeper.zookeeper.Session.Made;
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

    private final Nodes nodes;
    private final Places places;
    private final Departures departures;
    private final Listeners ears;
    private final Failures failures;
    private final HeldLately heldLately = new HeldLately();

    Turns(Nodes nodes, Places places, Departures departures, Listeners ears, Failures failures) {
        this.nodes = nodes;
        this.places = places;
        this.departures = departures;
        this.ears = ears;
        this.failures = failures;
    }

    /** Takes the first step of a new claim. */
    CompletionStage<ClaimOutcome> enter(Place place) {
        return place.claim.mayQueue() || !heldLately.has(place.claim.name()) ? join(place) : joinIfFree(place);
    }

    /** Stands in line, and looks who else does. Both are asked at once: the second is answered after the first was done. */
    CompletionStage<ClaimOutcome> join(Place place) {
        place.phase = Phase.JOINING;
        CompletableFuture<Made> making = nodes.make(place);
        CompletableFuture<Children> looking = place.session.children(place.lock, listens(place));
        return making.handle((made, failure) -> {
                    if (failure == null) {
                        place.made(made);
                        return looking.thenCompose(children -> assess(place, children, true, true));
                    }
                    return Failures.isMissing(failure) ? joinNewLine(place) : notMade(place, failure);
                })
                .thenCompose(outcome -> outcome);
    }

    private CompletionStage<ClaimOutcome> joinNewLine(Place place) {
        return nodes.makeWithLine(place)
                .handle((made, failure) -> {
                    if (failure == null) {
                        place.made(made);
                        return look(place);
                    }
                    return notMade(place, failure);
                })
                .thenCompose(outcome -> outcome);
    }

    private CompletionStage<ClaimOutcome> notMade(Place place, Throwable failure) {
        if (Failures.leaveUnknown(failure)) {
            place.phase = Phase.UNSURE;
        } else {
            places.remove(place);
        }
        return CompletableFuture.failedFuture(failure);
    }

    /** Looks for the node whose making was not answered; joins if there is none. */
    CompletionStage<ClaimOutcome> find(Place place) {
        return nodes.find(place)
                .thenCompose(paths -> paths.isEmpty()
                        ? join(place)
                        : place.session.read(paths.get(0), false).thenCompose(content -> {
                            place.made(new Made(paths.get(0), content.stat().getCzxid()));
                            return look(place);
                        }));
    }

    /** As a claim does that will not wait and lately would have had to: looks before it stands in line. */
    private CompletionStage<ClaimOutcome> joinIfFree(Place place) {
        return place.session
                .children(place.lock, false)
                .handle((children, failure) -> {
                    if (failure != null && !Failures.isMissing(failure)) {
                        places.remove(place); // Nothing was made.
                        return CompletableFuture.<ClaimOutcome>failedFuture(failure);
                    }
                    NodeName first = failure == null ? Line.of(children.names()).first() : null;
                    if (first == null) {
                        return join(place);
                    }
                    places.remove(place);
                    return holder(place, first).thenApply(Turns::busy);
                })
                .thenCompose(outcome -> outcome);
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
        if (!places.has(place) || place.phase != Phase.WAITING || !left.equals(place.before)) {
            return CompletableFuture.completedFuture(new ClaimOutcome.Withdrawn());
        }
        if (!places.takeNext(place)) {
            return look(place, false);
        }
        // Only the holder stood before it, and nothing else has changed since: it is first. The look is for what comes.
        CompletionStage<ClaimOutcome> granted = granted(place, place.contended);
        confirm(place);
        return granted;
    }

    /** Looks at the line that a place has come to be first in, and from then on watches it. */
    private void confirm(Place place) {
        place.confirmed = false;
        var unused = place.session.children(place.lock, true).handle((children, failure) -> {
            place.confirmed = true;
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

    /** Tells a holder that somebody waits behind it, once. */
    void tellOfOthers(Place place) {
        if (!place.contended && places.has(place) && place.phase == Phase.HOLDING) {
            place.contended = true;
            ears.tell(place.client(), signals -> signals.contended(place.claim.name()));
        }
    }

    private CompletionStage<ClaimOutcome> look(Place place, boolean asked) {
        return place.session
                .children(place.lock, listens(place) && place.phase != Phase.HOLDING)
                .handle((children, failure) -> Failures.isMissing(failure)
                        ? vanished(place)
                        : failure != null
                                ? CompletableFuture.<ClaimOutcome>failedFuture(failure)
                                : assess(place, children, true, asked))
                .thenCompose(outcome -> outcome);
    }

    /**
     * Decides by what was seen.
     *
     * @param watched whether the first in line would be told of the next who joins it
     * @param asked whether the client would like to know who holds the lock
     */
    CompletionStage<ClaimOutcome> assess(Place place, Children children, boolean watched, boolean asked) {
        Line line = Line.of(children.names());
        NodeName own = Objects.requireNonNull(place.node, "A place that is looked at has a node.");
        if (!line.has(own)) {
            return vanished(place);
        }
        NodeName before = line.before(own);
        if (before != null) {
            return place.claim.mayQueue() ? await(place, line, before, watched, asked) : giveUp(place, line);
        }
        if (!watched
                && listens(place)) { // It was not expected to be first, and does not watch for those behind it yet.
            return look(place, asked);
        }
        heldLately.note(place.claim.name(), false);
        return granted(place, line.size() > 1);
    }

    private CompletionStage<ClaimOutcome> granted(Place place, boolean contended) {
        Grant grant = grant(place, contended);
        if (place.queued) {
            place.queued = false;
            ears.tell(place.client(), signals -> signals.granted(grant, place.claim.pushSecret()));
        }
        return CompletableFuture.completedFuture(new ClaimOutcome.Granted(grant));
    }

    private Grant grant(Place place, boolean contended) {
        long now = place.session.now();
        long left = Math.min(place.claim.lease().toNanos(), place.session.remaining());
        if (place.phase == Phase.HOLDING && place.end - now > 0) {
            left = Math.min(left, place.end - now); // A grant that is told once more lasts no longer for it.
        }
        place.end = now + left;
        place.phase = Phase.HOLDING;
        place.contended = contended;
        place.confirmed = true;
        places.holds(place);
        if (!places.has(place)) { // Looked at last: whoever ends the session now finds a holder, and tells it.
            places.remove(place);
            throw failures.unavailable("has the claim no more: its node was removed or its session ended", false, null);
        }
        if (left <= 0 || place.session.isOver()) {
            places.remove(place);
            place.session.end(false);
            throw new CompletionException(KeeperException.create(Code.SESSIONEXPIRED));
        }
        Tokens tokens = RevisionTokens.of(place.zxid, place.claim);
        return new Grant(place.claim.name(), place.claim.id(), tokens, new Remaining(left, now), contended);
    }

    private CompletionStage<ClaimOutcome> await(
            Place place, Line line, NodeName before, boolean watched, boolean asked) {
        int ahead = line.ahead(Objects.requireNonNull(place.node)) - 1;
        place.contended = line.size() > ahead + 2;
        if (ahead == 0 && watched && listens(place)) {
            places.comesNext(place);
        }
        String path = place.lock + '/' + before.text();
        places.watches(place, path);
        CompletableFuture<Content> watching = place.session.read(path, true);
        CompletionStage<@Nullable Holder> holder = ahead > 0 && asked
                ? holder(place, Objects.requireNonNull(line.first()))
                : CompletableFuture.completedFuture(null);
        return watching.handle((content, failure) -> {
                    if (Failures.isMissing(failure)) {
                        return look(place, asked); // It left between the two looks.
                    }
                    if (failure != null) {
                        return CompletableFuture.<ClaimOutcome>failedFuture(failure);
                    }
                    place.phase = Phase.WAITING;
                    place.queued = true;
                    Holder known = ahead == 0 ? content.holder() : null;
                    return holder.<ClaimOutcome>thenApply(found -> new ClaimOutcome.Queued(
                            known == null ? found : known, ahead, place.session.now(), RECHECK));
                })
                .thenCompose(outcome -> outcome);
    }

    private CompletionStage<ClaimOutcome> giveUp(Place place, Line line) {
        heldLately.note(place.claim.name(), true);
        CompletionStage<@Nullable Holder> holder = holder(place, Objects.requireNonNull(line.first()));
        return departures.leave(place).thenCombine(holder, (left, found) -> busy(found));
    }

    private static ClaimOutcome busy(@Nullable Holder holder) {
        return new ClaimOutcome.Busy(holder, RETRY);
    }

    /** Who is behind a node; null if it is gone. */
    private static CompletionStage<@Nullable Holder> holder(Place place, NodeName node) {
        return place.session
                .read(place.lock + '/' + node.text(), false)
                .handle((content, failure) -> failure == null ? content.holder() : null);
    }

    /** Somebody removed the node: whoever asks once more stands in line again. */
    private CompletionStage<ClaimOutcome> vanished(Place place) {
        departures.lose(place);
        return CompletableFuture.failedFuture(
                failures.unavailable("has the claim no more: somebody removed its node", false, null));
    }

    /** Whether the client can be told that somebody waits behind it. */
    boolean listens(Place place) {
        return ears.listens(place.client());
    }
}
