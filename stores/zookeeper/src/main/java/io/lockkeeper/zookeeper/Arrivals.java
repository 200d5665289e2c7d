package io.lockkeeper.zookeeper;

import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.zookeeper.Place.Phase;
import io.lockkeeper.zookeeper.Requests.Children;
import io.lockkeeper.zookeeper.Requests.Made;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** How places come to stand in their lines. All steps are taken within {@link Place#then}. */
final class Arrivals {

    private final Nodes nodes;
    private final Places places;
    private final Turns turns;

    Arrivals(Nodes nodes, Places places, Turns turns) {
        this.nodes = nodes;
        this.places = places;
        this.turns = turns;
    }

    /** Takes the first step of a new claim. */
    CompletionStage<ClaimOutcome> enter(Place place) {
        return place.claim.mayQueue() || !turns.wasHeldLately(place) ? join(place) : joinIfFree(place);
    }

    /** Stands in line, and looks who else does. Both are asked at once: the second is answered after the first was done. */
    CompletionStage<ClaimOutcome> join(Place place) {
        place.phase = Phase.JOINING;
        CompletableFuture<Made> making = nodes.make(place);
        CompletableFuture<Children> looking = turns.line(place, true);
        return Failures.whenDone(making, (made, failure) -> {
            if (failure == null) {
                place.made(made);
                return looking.thenCompose(children -> turns.assess(place, children, true));
            }
            return Failures.isMissing(failure) ? joinNewLine(place) : notMade(place, failure);
        });
    }

    private CompletionStage<ClaimOutcome> joinNewLine(Place place) {
        return Failures.whenDone(nodes.makeWithLine(place), (made, failure) -> {
            if (failure == null) {
                place.made(made);
                return turns.look(place);
            }
            return notMade(place, failure);
        });
    }

    private <T> CompletionStage<T> notMade(Place place, Throwable failure) {
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
                        : place.session.ask().read(paths.get(0), false).thenCompose(content -> {
                            place.made(new Made(paths.get(0), content.stat().getCzxid()));
                            return turns.look(place);
                        }));
    }

    /** As a claim does that will not wait and lately would have had to: looks before it stands in line. */
    private CompletionStage<ClaimOutcome> joinIfFree(Place place) {
        return Failures.whenDone(place.session.ask().children(place.lock), (children, failure) -> {
            if (failure != null && !Failures.isMissing(failure)) {
                places.remove(place); // Nothing was made.
                return CompletableFuture.failedFuture(failure);
            }
            NodeName first = failure == null ? Line.of(children.names()).first() : null;
            if (first == null) {
                return join(place);
            }
            places.remove(place);
            return Turns.busy(place, first);
        });
    }

    /** Leaves the line, and stands at its end with another claim, in one step. */
    CompletionStage<Exchanged> swap(Place old, Place place) {
        String path = old.path();
        if (path == null || !places.has(old)) {
            return join(place).thenApply(outcome -> new Exchanged(new ReleaseOutcome.NotHeld(), outcome));
        }
        old.phase = Phase.LEAVING;
        CompletableFuture<Made> swapping = nodes.swap(old, path, place);
        // If others wait, this claim will not be first, and need not watch for those behind it yet.
        CompletableFuture<Children> looking = turns.line(place, !old.contended);
        return Failures.whenDone(swapping, (made, failure) -> {
            if (failure == null) {
                places.remove(old);
                place.made(made);
                return looking.thenCompose(children -> turns.assess(place, children, false))
                        .thenApply(outcome -> new Exchanged(new ReleaseOutcome.Released(), outcome));
            }
            return notSwapped(old, place, failure);
        });
    }

    private CompletionStage<Exchanged> notSwapped(Place old, Place place, Throwable failure) {
        if (Failures.isMissing(failure)) {
            places.remove(old);
            return join(place).thenApply(outcome -> new Exchanged(new ReleaseOutcome.NotHeld(), outcome));
        }
        return notMade(place, failure);
    }
}
