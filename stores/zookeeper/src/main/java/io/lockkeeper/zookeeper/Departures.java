package io.lockkeeper.zookeeper;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.Grant;
import io.lockkeeper.zookeeper.Place.Phase;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** How places leave their lines: by their own will, or since somebody removed their nodes. */
final class Departures {

    private final Nodes nodes;
    private final Places places;
    private final Listeners listeners;

    Departures(Nodes nodes, Places places, Listeners listeners) {
        this.nodes = nodes;
        this.places = places;
        this.listeners = listeners;
    }

    /** A place whose node somebody removed, while its session goes on. */
    void lose(Place place) {
        if (places.remove(place)) {
            if (place.phase == Phase.HOLDING) {
                listeners.tell(
                        place.client(),
                        signals -> signals.lost(place.claim.name(), place.claim.id(), LeaseLoss.Reason.REVOKED));
            } else {
                listeners.tell(place.client(), signals -> signals.free(place.claim.name()));
            }
        }
    }

    /** Leaves the line. Whether there was anything to leave. */
    CompletionStage<Boolean> leave(Place place) {
        if (!places.has(place)) {
            return CompletableFuture.completedFuture(false);
        }
        String path = place.path();
        if (path == null && place.phase == Phase.JOINING) {
            places.remove(place);
            return CompletableFuture.completedFuture(false);
        }
        place.phase = Phase.LEAVING;
        return path == null
                ? nodes.find(place).thenCompose(paths -> remove(place, paths))
                : remove(place, List.of(path));
    }

    private CompletionStage<Boolean> remove(Place place, List<String> paths) {
        CompletionStage<Boolean> done = CompletableFuture.completedFuture(false);
        for (String path : paths) {
            CompletionStage<Boolean> gone =
                    Failures.orIfMissing(place.session.ask().delete(path), false);
            done = done.thenCombine(gone, Boolean::logicalOr);
        }
        return done.thenApply(was -> {
            places.remove(place);
            return was;
        });
    }

    /** Removes the node of a grant that another client was given, or this one on an earlier session. Whether it was there. */
    static CompletionStage<Boolean> leave(Session session, String lock, Grant grant) {
        return Failures.orIfMissing(
                session.ask()
                        .children(lock)
                        .thenCompose(children -> removeFirst(session, lock, grant, Line.of(children.names()))),
                false);
    }

    /** Only who is first has been granted anything, and only of the node that the token tells. */
    private static CompletionStage<Boolean> removeFirst(Session session, String lock, Grant grant, Line line) {
        NodeName first = line.first();
        if (first == null || !grant.claim().equals(first.claim())) {
            return CompletableFuture.completedFuture(false);
        }
        String path = lock + '/' + first.text();
        return session.ask()
                .read(path, false)
                .thenCompose(content -> RevisionTokens.first(content.stat().getCzxid()) == grant.firstToken()
                        ? session.ask().delete(path)
                        : CompletableFuture.completedFuture(false));
    }
}
