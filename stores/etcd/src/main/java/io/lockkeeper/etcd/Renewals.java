package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.etcd.jetcd.api.LeaseTimeToLiveResponse;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.ResponseOp;
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
 * Renews any number of grants by two requests: one that keeps the session, one that lists the keys which it still has.
 *
 * <p>The list is the leader's, who may be a moment behind the member that confirmed a key; so what is missing in it is
 * looked for once more, by a read that is never behind.
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
        CompletableFuture<Boolean> kept = line.heartbeat().confirm(session);
        CompletableFuture<List<Place>> missing = line.link()
                .ask(LeaseGrpc.getLeaseTimeToLiveMethod(), keysOf(session))
                .thenCompose(answer -> missing(held.values(), answer));
        return kept.thenCombine(missing, (alive, gone) -> {
            gone.forEach(Place::taken);
            return outcome(session, held, lost);
        });
    }

    private RenewalOutcome outcome(Session session, Map<Renewal, Place> held, Set<ClaimId> lost) {
        Map<ClaimId, Grant> renewed = new HashMap<>();
        boolean over = session.left() <= 0;
        held.forEach((renewal, place) -> {
            Grant grant = renewal.grant();
            if (over || !place.isHeld()) {
                lost.add(grant.claim());
            } else {
                long left = Math.min(Math.min(renewal.lease().toNanos(), longest), session.left());
                renewed.put(grant.claim(), grant.renewed(Duration.ofNanos(left), System.nanoTime()));
            }
        });
        if (over) {
            line.heartbeat().lost(session, LeaseLoss.Reason.EXPIRED);
        }
        return new RenewalOutcome(renewed, lost);
    }

    private CompletableFuture<List<Place>> missing(Collection<Place> held, LeaseTimeToLiveResponse answer) {
        Set<ByteString> keys = new HashSet<>(answer.getKeysList());
        List<Place> doubtful = new ArrayList<>();
        for (Place place : held) {
            if (!keys.contains(place.key())) {
                doubtful.add(place);
            }
        }
        List<Place> gone = new ArrayList<>();
        return sift(doubtful, 0, gone).thenApply(done -> gone);
    }

    /** Looks for places one by one, many in a request. */
    private CompletableFuture<Void> sift(List<Place> doubtful, int from, List<Place> gone) {
        if (from >= doubtful.size()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Place> some = doubtful.subList(from, Math.min(from + MOST_OPERATIONS, doubtful.size()));
        TxnRequest.Builder look = TxnRequest.newBuilder();
        some.forEach(place -> look.addSuccess(
                Requests.read(RangeRequest.newBuilder().setKey(place.key()).setKeysOnly(true))));
        return line.link().ask(KVGrpc.getTxnMethod(), look.build()).thenCompose(answer -> {
            List<ResponseOp> found = answer.getResponsesList();
            for (int index = 0; index < some.size(); index++) {
                if (!isThere(found.get(index).getResponseRange(), some.get(index))) {
                    gone.add(some.get(index));
                }
            }
            return sift(doubtful, from + MOST_OPERATIONS, gone);
        });
    }

    private static boolean isThere(RangeResponse found, Place place) {
        return found.getKvsCount() > 0 && found.getKvs(0).getCreateRevision() == place.created();
    }

    private static LeaseTimeToLiveRequest keysOf(Session session) {
        return LeaseTimeToLiveRequest.newBuilder()
                .setID(session.lease())
                .setKeys(true)
                .build();
    }
}
