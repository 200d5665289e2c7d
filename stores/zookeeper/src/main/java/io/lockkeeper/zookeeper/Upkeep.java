package io.lockkeeper.zookeeper;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.sessions.Listeners;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.zookeeper.Place.Phase;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.apache.zookeeper.WatchedEvent;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what the store knows of its places and what ZooKeeper knows in step: by the news that comes, and by one question, now and then,
 * which of the session's nodes are left, whatever their number.
 */
final class Upkeep implements SessionEvents {

    private final Layout layout;
    private final Places places;
    private final Turns turns;
    private final Departures departures;
    private final Recalls recalls;
    private final Listeners listeners;
    private volatile boolean straysLeft;

    Upkeep(Recipe recipe, Listeners listeners) {
        this.layout = recipe.layout();
        this.places = recipe.places();
        this.turns = recipe.turns();
        this.departures = recipe.departures();
        this.recalls = recipe.recalls();
        this.listeners = listeners;
    }

    // ---- renewals ------------------------------------------------------------------------------------

    /** Renews what is held, which lasts as long as the session. Its beats keep that alive; asked is only what is left of it. */
    CompletionStage<RenewalOutcome> renew(Collection<Renewal> renewals, Connection connection) {
        Session session = connection.session();
        Set<ClaimId> lost = new HashSet<>();
        for (Renewal renewal : renewals) {
            if (places.get(renewal.grant().claim()) == null) {
                lost.add(renewal.grant().claim());
            }
        }
        if (lost.size() == renewals.size()) {
            return CompletableFuture.completedFuture(new RenewalOutcome(Map.of(), lost));
        }
        return reconcile(session).thenApply(done -> renewed(renewals, session));
    }

    private RenewalOutcome renewed(Collection<Renewal> renewals, Session session) {
        Map<ClaimId, Grant> renewed = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        long now = session.now();
        long remaining = session.remaining();
        for (Renewal renewal : renewals) {
            ClaimId claim = renewal.grant().claim();
            Place place = places.get(claim);
            if (place == null) {
                lost.add(claim);
            } else if (place.phase == Phase.HOLDING && place.session == session && remaining > 0) {
                Duration left = Duration.ofNanos(Math.min(renewal.lease().toNanos(), remaining));
                place.end = Math.max(place.end, now + left.toNanos());
                renewed.put(claim, renewal.grant().renewed(left, now));
            }
        }
        return new RenewalOutcome(renewed, lost);
    }

    private CompletableFuture<Boolean> reconcile(Session session) {
        return session.ask().own(layout.root(), paths -> reconcile(session, paths));
    }

    /**
     * Compares the session's nodes with what is known of them, as of one moment: before any later answer is taken note of. A node of
     * which nothing is known was made by a request that was given up for lost, and nobody will take its turn.
     */
    private void reconcile(Session session, List<String> paths) {
        straysLeft = false;
        Set<String> there = new HashSet<>(paths);
        for (Place place : places.all()) {
            if (place.session != session) {
                continue;
            }
            String path = place.path();
            boolean gone = path != null && !there.remove(path);
            if (place.phase == Phase.LEAVING) {
                var unused = place.then(() -> departures.leave(place)); // Whoever wanted it gone may have given up.
            } else if (gone) {
                departures.lose(place);
            }
        }
        for (String path : there) {
            NodeName stray = NodeName.parse(Layout.last(path));
            if (places.isOurs(stray) && !isWanted(session, stray, path)) {
                var unused = session.ask().delete(path).exceptionally(failure -> straysLeft = true);
            }
        }
    }

    /** Whether a node is a place's, or may be: whoever made it may be taking note of that in this moment, in another thread. */
    private boolean isWanted(Session session, @Nullable NodeName node, String path) {
        Place place = places.of(node);
        if (place == null || place.session != session) {
            return false;
        }
        String known = place.path();
        return known == null || known.equals(path);
    }

    // ---- news ----------------------------------------------------------------------------------------

    @Override
    public void opened(Session session) {
        listeners.missed();
    }

    /** What failed with the old connection is asked again; what is held may have little time left. */
    @Override
    public void reconnected(Session session) {
        places.mayHaveChanged(); // News that was missed comes in no order.
        confirm(session);
        var unused = reconcile(session);
        if (session.losesWatches()) {
            places.all().stream().filter(place -> place.session == session).forEach(place -> place.watched = false);
        }
        watchAgain(session);
        listeners.missed();
    }

    /** Watches what is held and is not watched, since the request for it failed. */
    private void watchAgain(Session session) {
        for (Place place : places.all()) {
            if (place.session == session && place.phase == Phase.HOLDING && !place.watched) {
                turns.watch(place);
            }
        }
    }

    @Override
    public void ended(Session session, boolean byServer) {
        for (Place place : places.all()) {
            if (place.session == session && places.remove(place) && place.phase == Phase.HOLDING) {
                listeners.tell(
                        place.client(),
                        signals -> signals.lost(place.claim.name(), place.claim.id(), LeaseLoss.Reason.EXPIRED));
            }
        }
        listeners.missed();
    }

    /** A write for all that hangs on the session; while nothing does, an answer of the leader's is enough. */
    @Override
    public void beat(Session session) {
        places.sweep();
        recalls.sweep();
        var unused = session.ask().sync(layout.root()).thenRun(() -> confirm(session));
        if (!session.isOpen() || !places.isEmpty() || straysLeft) {
            var unusedToo = reconcile(session);
        }
        watchAgain(session);
    }

    /** Proves that the session lives, if anything hangs on it. */
    private void confirm(Session session) {
        if (places.all().stream().anyMatch(place -> place.session == session)) {
            var unused = session.ask().confirm(layout.root());
        }
    }

    @Override
    public boolean reliesOn(Session session) {
        return places.all().stream()
                .anyMatch(place ->
                        place.session == session && (place.phase == Phase.HOLDING || place.phase == Phase.WAITING));
    }

    @Override
    public void changed(Session session, WatchedEvent event) {
        String path = event.getPath();
        switch (event.getType()) {
            case NodeDeleted -> deleted(path);
            case NodeChildrenChanged -> joined(path);
            case NodeDataChanged -> written(path);
            case NodeCreated -> recalls.created(path);
            default -> {
                // A watch was removed.
            }
        }
    }

    private void deleted(String path) {
        tellNext(path, turns::moveUp);
        Place own = places.of(NodeName.parse(Layout.last(path)));
        if (own != null && path.equals(own.path()) && own.phase == Phase.HOLDING) {
            departures.lose(own);
        }
    }

    /** Somebody who is none of us wrote to a node, which stands in line as before: it has to be watched again. */
    private void written(String path) {
        joined(path.substring(0, path.lastIndexOf('/')));
        tellNext(path, turns::lookAgain);
    }

    /** If who waited for a node can't look now, it will when the connection is back, or when its client asks again. */
    private void tellNext(String node, BiFunction<Place, String, CompletionStage<ClaimOutcome>> step) {
        Place next = places.takeWatching(node);
        if (next != null) {
            var unused = next.then(() -> step.apply(next, node));
        }
    }

    /** Somebody joined the line of a lock that is held here, or waited for, or recalled it; or a node of our own was removed. */
    private void joined(String lock) {
        places.changed(lock);
        Place holder = places.holding(lock);
        if (holder != null && holder.phase == Phase.HOLDING && holder.watched) {
            var unused = holder.then(() -> turns.lookBehind(holder));
        }
    }
}
