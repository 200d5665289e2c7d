package io.lockkeeper.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is found when a place looks at the line that it stands in.
 *
 * @param link to the server
 * @param notifications what is heard of places, and who is told
 * @param heartbeat keeps the session
 * @param requests what is asked
 * @param slots which keys claims have
 */
record Line(Link link, Notifications notifications, Heartbeat heartbeat, Requests requests, Slots slots) {

    private static final long PAUSE = Duration.ofMillis(100).toNanos();

    /**
     * Looks which place is before one that waits, and grants the lock if none is.
     *
     * @param revision which the answer has to show: a server may tell of a deletion a moment before it shows it. It has to
     *     show the place itself, too, which another server may have heard of only now
     */
    void lookBefore(Place place, long revision) {
        long least = Math.max(revision, place.created());
        lookBefore(place, requests.lookBefore(place.lock(), place.created(), 2), least);
    }

    private void lookBefore(Place place, RangeRequest look, long revision) {
        var unused = link.ask(KVGrpc.getRangeMethod(), look).whenComplete((seen, failure) -> {
            if (seen == null) {
                again(place, failure, () -> lookBefore(place, look, revision));
            } else if (seen.getHeader().getRevision() < revision && look.getSerializable()) {
                lookBefore(place, look.toBuilder().setSerializable(false).build(), revision);
            } else {
                before(place, seen);
            }
        });
    }

    /** Looks whether a place that holds is still there, and others behind it. */
    void lookBehind(Place place) {
        lookBehind(place, 2);
    }

    private void lookBehind(Place place, int limit) {
        var unused = link.ask(KVGrpc.getRangeMethod(), requests.lookBehind(place.lock(), place.created(), limit))
                .whenComplete((seen, failure) -> {
                    if (seen == null) {
                        again(place, failure, () -> lookBehind(place, limit));
                    } else if (seen.getKvsCount() == 0 || !place.is(seen.getKvs(0))) {
                        place.taken();
                    } else if (Keys.places(seen.getKvsList()).size() > 1) {
                        place.seenOthers();
                    } else if (seen.getKvsCount() > 1 && seen.getMore()) {
                        lookBehind(place, 0);
                    }
                });
    }

    /** A place is the first in line: its client is told. */
    void granted(Place place, boolean contended, long revision) {
        if (!place.hold(contended, revision)) {
            return;
        }
        Grant grant = place.grant();
        if (grant == null) {
            heartbeat.lost(place.session(), LeaseLoss.Reason.EXPIRED);
        } else {
            place.tell(signals -> signals.granted(grant, place.secret()));
            notifications.patrol().watch(place);
        }
    }

    private void before(Place place, RangeResponse seen) {
        List<KeyValue> last = Keys.places(seen.getKvsList());
        long revision = seen.getHeader().getRevision();
        if (last.isEmpty() || !place.is(last.get(0))) {
            astray(place);
        } else if (last.size() > 1) {
            place.waitBehind(last.get(1).getKey(), revision);
        } else if (seen.getKvsCount() > 1 && seen.getMore()) {
            lookBefore(place, requests.lookBefore(place.lock(), place.created(), 0), 0);
        } else {
            granted(place, seen.getCount() > 1, revision); // A key without a lease counts, too: one exchange in vain.
        }
    }

    /** Its key is gone: nobody would ever grant it. The claim is sent again, and gets another. */
    private void astray(Place place) {
        if (place.leaveIfItWaits() && place.session().remove(place.claim()) != null) {
            place.tell(signals -> signals.free(place.lock()));
        }
    }

    /** A look that failed is repeated while there is a session; what is refused is left to the claim, which says so. */
    private void again(Place place, @Nullable Throwable failure, Runnable look) {
        boolean passing = failure != null && Failures.unwrap(failure) instanceof StoreUnavailableException;
        if (passing && (place.waits() || place.isHeld())) {
            link.after(PAUSE, look);
        } else if (place.waits()) {
            place.tell(signals -> signals.free(place.lock()));
        }
    }
}
