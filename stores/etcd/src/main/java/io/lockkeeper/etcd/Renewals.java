package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.ResponseHeader;
import io.etcd.jetcd.api.TxnRequest;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Renews grants by two requests: one that keeps the session, and a read of their keys, which is also the proof that the
 * session was kept by a leader.
 *
 * <p>Where there are more keys than one read may name, the leader is asked for all that the session has. It may be a moment
 * behind the member that confirmed a key; so what is missing in its answer is looked for by a read all the same.
 */
final class Renewals {

    /** As many as a server lets one transaction do, unless it is told otherwise. */
    private static final int MOST_OPERATIONS = 128;

    private final Line line;
    private final long longest;

    Renewals(Line line, Duration longest) {
        this.line = line;
        this.longest = longest.toNanos();
    }

    CompletableFuture<RenewalOutcome> renew(Collection<Renewal> renewals) {
        Map<Renewal, Place> held = new HashMap<>();
        Set<ClaimId> lost = new HashSet<>();
        Session session = line.heartbeat().session();
        for (Renewal renewal : renewals) {
            Place place = session == null ? null : session.find(renewal.grant().claim());
            if (place != null && place.isHeld()) {
                held.put(renewal, place);
            } else {
                lost.add(renewal.grant().claim());
            }
        }
        if (session == null || held.isEmpty()) {
            return CompletableFuture.completedFuture(new RenewalOutcome(Map.of(), lost));
        }
        List<Place> gone = new ArrayList<>();
        List<Place> places = List.copyOf(held.values());
        return line.heartbeat()
                .confirm(session, () -> check(session, places, gone))
                .thenApply(proven -> {
                    gone.forEach(Place::taken);
                    return outcome(session, proven, held, lost);
                });
    }

    /** What is still held by a session of which it is not proven that it was prolonged is in neither set. */
    private RenewalOutcome outcome(Session session, boolean proven, Map<Renewal, Place> held, Set<ClaimId> lost) {
        Map<ClaimId, Grant> renewed = new HashMap<>();
        boolean over = session.left() <= 0;
        held.forEach((renewal, place) -> {
            Grant grant = renewal.grant();
            if (over || !place.isHeld()) {
                lost.add(grant.claim());
            } else if (proven) {
                long left = Math.min(Math.min(renewal.lease().toNanos(), longest), session.left());
                renewed.put(grant.claim(), grant.renewed(Duration.ofNanos(left), session.now()));
            }
        });
        if (over) {
            line.heartbeat().lost(session, LeaseLoss.Reason.EXPIRED);
        }
        return new RenewalOutcome(renewed, lost);
    }

    /** Finds out which keys are gone. */
    private CompletableFuture<ResponseHeader> check(Session session, List<Place> places, List<Place> gone) {
        if (places.size() <= MOST_OPERATIONS) {
            return read(places, gone);
        }
        return line.link()
                .askUrgently(LeaseGrpc.getLeaseTimeToLiveMethod(), keysOf(session))
                .thenCompose(answer -> {
                    Set<ByteString> keys = new HashSet<>(answer.getKeysList());
                    List<Place> doubtful = places.stream()
                            .filter(place -> !keys.contains(place.key()))
                            .toList();
                    return read(doubtful.isEmpty() ? places.subList(0, 1) : doubtful, gone);
                });
    }

    /** Looks for places one by one, many in a request. */
    private CompletableFuture<ResponseHeader> read(List<Place> places, List<Place> gone) {
        List<Place> some = places.subList(0, Math.min(MOST_OPERATIONS, places.size()));
        List<Place> more = places.subList(some.size(), places.size());
        TxnRequest.Builder look = TxnRequest.newBuilder();
        some.forEach(place -> look.addSuccess(
                Requests.read(RangeRequest.newBuilder().setKey(place.key()).setKeysOnly(true))));
        return line.link().askUrgently(KVGrpc.getTxnMethod(), look.build()).thenCompose(answer -> {
            for (int index = 0; index < some.size(); index++) {
                Place place = some.get(index);
                if (answer.getResponses(index).getResponseRange().getKvsList().stream()
                        .noneMatch(place::is)) {
                    gone.add(place);
                }
            }
            return more.isEmpty() ? CompletableFuture.completedFuture(answer.getHeader()) : read(more, gone);
        });
    }

    private static LeaseTimeToLiveRequest keysOf(Session session) {
        return LeaseTimeToLiveRequest.newBuilder()
                .setID(session.lease())
                .setKeys(true)
                .build();
    }
}
