package io.lockkeeper.zookeeper;

import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Exchange.Exchanged;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.zookeeper.Place.Phase;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What clients ask of a store: claims made, repeated, exchanged, released and withdrawn. */
final class Claims {

    private final Connection connection;
    private final Layout layout;
    private final Places places;
    private final Turns turns;
    private final Arrivals arrivals;
    private final Departures departures;

    Claims(Connection connection, Recipe recipe) {
        this.connection = connection;
        this.layout = recipe.layout();
        this.places = recipe.places();
        this.turns = recipe.turns();
        this.arrivals = recipe.arrivals();
        this.departures = recipe.departures();
    }

    CompletionStage<ClaimOutcome> claim(Claim claim) {
        RevisionTokens.check(claim);
        Session session = connection.session();
        while (true) {
            if (places.isBuried(claim.id())) {
                return withdrawn();
            }
            Place made = new Place(claim, session, layout.lock(claim.name()));
            Place place = places.add(made);
            if (place == made) {
                return first(place);
            }
            if (!place.session.isOver()) {
                return place.then(() -> again(place, claim));
            }
            places.remove(place);
        }
    }

    /** Takes the first step of a place that was added, unless its session ended or it was withdrawn meanwhile and did not see it. */
    private CompletionStage<ClaimOutcome> first(Place place) {
        return place.then(() -> {
            if (isWithdrawn(place)) {
                return withdrawn();
            }
            if (place.session.isOver()) {
                places.remove(place);
            }
            return arrivals.enter(place);
        });
    }

    /** Whether a claim that has a place now was withdrawn before it had one: looked at after the place was added. */
    private boolean isWithdrawn(Place place) {
        boolean withdrawn = places.isBuried(place.claim.id());
        if (withdrawn) {
            places.remove(place);
        }
        return withdrawn;
    }

    private static CompletionStage<ClaimOutcome> withdrawn() {
        return CompletableFuture.completedFuture(new ClaimOutcome.Withdrawn());
    }

    /** Does what is right for a claim that was sent before. */
    private CompletionStage<ClaimOutcome> again(Place place, Claim claim) {
        if (!places.has(place)) {
            return claim(claim);
        }
        place.claim = claim;
        return switch (place.phase) {
            case UNSURE -> arrivals.find(place);
            case LEAVING -> departures.leave(place).thenCompose(left -> claim(claim));
            default -> turns.look(place);
        };
    }

    CompletionStage<ReleaseOutcome> release(Grant grant) {
        Place place = held(grant);
        if (place != null) {
            return place.then(() -> departures.leave(place)).thenApply(Claims::released);
        }
        return Departures.leave(connection.session(), layout.lock(grant.name()), grant)
                .thenApply(Claims::released);
    }

    /** Where a grant is held; null if it is not held here. */
    private @Nullable Place held(Grant grant) {
        Place place = places.get(grant.claim());
        boolean held = place != null
                && place.claim.name().equals(grant.name())
                && (place.phase == Phase.HOLDING || place.phase == Phase.LEAVING);
        return held ? place : null;
    }

    CompletionStage<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        if (outcomeUnknown) {
            places.bury(claim.id());
        }
        Place place = places.get(claim.id());
        if (place == null) {
            return CompletableFuture.completedFuture(null);
        }
        return place.then(() -> departures.leave(place)).thenApply(left -> null);
    }

    CompletionStage<Exchanged> exchange(Grant grant, Claim next) {
        Exchange.requireSameName(grant, next);
        RevisionTokens.check(next);
        Place old = held(grant);
        if (old == null || places.isBuried(next.id())) {
            return oneByOne(grant, next);
        }
        Place place = new Place(next, old.session, old.lock);
        if (places.add(place) != place) {
            return claim(next).thenApply(outcome -> new Exchanged(new ReleaseOutcome.Released(), outcome));
        }
        return old.then(() -> place.then(() -> isWithdrawn(place)
                ? departures.leave(old).thenApply(was -> new Exchanged(released(was), new ClaimOutcome.Withdrawn()))
                : arrivals.swap(old, place)));
    }

    /** Whatever the grant was, the claim comes after it. */
    private CompletionStage<Exchanged> oneByOne(Grant grant, Claim next) {
        return release(grant)
                .thenCompose(released -> claim(next).thenApply(outcome -> new Exchanged(released, outcome)));
    }

    private static ReleaseOutcome released(boolean was) {
        return was ? new ReleaseOutcome.Released() : new ReleaseOutcome.NotHeld();
    }
}
