package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeResponse;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is found when a place looks at the line that it stands in.
 *
 * @param link to the server
 * @param watches what is watched there
 * @param listeners who is told
 * @param heartbeat keeps the session
 * @param patrol comes by what is held for longer
 * @param timers for what has to be tried again
 * @param keys the names of keys
 * @param requests what is asked
 * @param slots which keys claims have
 */
record Line(
        Link link,
        Watches watches,
        Listeners listeners,
        Heartbeat heartbeat,
        Patrol patrol,
        Timers timers,
        Keys keys,
        Requests requests,
        Slots slots) {

    private static final long PAUSE = Duration.ofMillis(100).toNanos();

    ByteString from(String lock) {
        return keys.line(lock);
    }

    ByteString end(String lock) {
        return keys.lineEnd(lock);
    }

    /** Looks which place is before one that waits, and grants the lock if none is. */
    void lookBefore(Place place) {
        var unused = link.ask(KVGrpc.getRangeMethod(), requests.lookBefore(place.lock(), place.created()))
                .whenComplete((seen, failure) -> {
                    if (seen != null) {
                        before(place, seen);
                    } else {
                        again(place, failure, () -> lookBefore(place));
                    }
                });
    }

    /** Looks whether others are behind a place that holds. */
    void lookBehind(Place place) {
        var unused = link.ask(KVGrpc.getRangeMethod(), requests.look(place.lock(), 1))
                .whenComplete((seen, failure) -> {
                    if (seen == null) {
                        again(place, failure, () -> lookBehind(place));
                    } else if (isFirst(seen, place)) {
                        place.seen(seen.getCount() > 1, seen.getHeader().getRevision());
                    } else {
                        place.taken();
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
            listeners.tell(place, signals -> signals.granted(grant));
            patrol.watch(place);
        }
    }

    private void before(Place place, RangeResponse seen) {
        List<KeyValue> last = seen.getKvsList();
        long revision = seen.getHeader().getRevision();
        if (last.isEmpty() || last.get(0).getCreateRevision() != place.created()) {
            astray(place);
        } else if (last.size() > 1) {
            place.waitBehind(last.get(1).getKey(), revision);
        } else {
            granted(place, seen.getCount() > 1, revision);
        }
    }

    /** Its key is gone: nobody would ever grant it. The claim is sent again, and gets another. */
    private void astray(Place place) {
        place.leave();
        if (place.session().remove(place.claim()) != null) {
            listeners.tell(place, signals -> signals.free(place.lock()));
        }
    }

    /** A look that failed is repeated while there is a session; what is refused is left to the claim, which says so. */
    private void again(Place place, @Nullable Throwable failure, Runnable look) {
        boolean passing = failure != null && Failures.unwrap(failure) instanceof StoreUnavailableException;
        if (passing && (place.waits() || place.isHeld())) {
            timers.after(PAUSE, look);
        } else if (place.waits()) {
            listeners.tell(place, (Signals signals) -> signals.free(place.lock()));
        }
    }

    private static boolean isFirst(RangeResponse seen, Place place) {
        return seen.getKvsCount() > 0 && seen.getKvs(0).getCreateRevision() == place.created();
    }
}
