package io.lockkeeper.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.lockkeeper.Holding;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall.Asked;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Recalls: marks that name a place by its creation, and go by themselves. Who has looked for the mark of a place that it
 * holds, and listens, watches it from then on.
 */
final class Recalls {

    /** A mark lasts for twice as long at most: a minute. */
    private static final Duration RETENTION = Duration.ofSeconds(30);

    private final Line line;
    private final Keys keys;
    private final UnkeptLease lease;

    Recalls(Line line, Keys keys, Ticker ticker) {
        this.line = line;
        this.keys = keys;
        this.lease = new UnkeptLease(line.link(), RETENTION, ticker);
    }

    /** Of whoever is first in line when it looks. A server that is full takes no mark: nobody is asked. */
    CompletableFuture<Optional<Asked>> recall(String name, @Nullable Holding only) {
        return line.link()
                .ask(KVGrpc.getRangeMethod(), line.requests().look(name, 0))
                .thenCompose(found -> {
                    List<KeyValue> places = Keys.places(found.getKvsList());
                    if (places.isEmpty()
                            || !RevisionTokens.isOf(only, places.get(0).getCreateRevision())) {
                        return CompletableFuture.completedFuture(Optional.<Asked>empty());
                    }
                    KeyValue first = places.get(0);
                    return mark(name, first)
                            // One that has just let go was asked too late, not nobody.
                            .thenApply(marked -> asked(first, true).filter(asked -> marked || only == null))
                            .exceptionallyCompose(failure -> Failures.isFull(failure)
                                    ? CompletableFuture.completedFuture(asked(first, false))
                                    : CompletableFuture.failedFuture(failure));
                });
    }

    private static Optional<Asked> asked(KeyValue place, boolean mayListen) {
        return Optional.of(new Asked(holding(place), mayListen));
    }

    private CompletableFuture<Boolean> mark(String name, KeyValue place) {
        return lease.leave(id -> line.link()
                        .ask(
                                KVGrpc.getTxnMethod(),
                                line.requests().recall(name, place.getKey(), place.getCreateRevision(), id)))
                .thenApply(answer -> answer.getSucceeded());
    }

    private static Holding holding(KeyValue place) {
        long token = RevisionTokens.first(place.getCreateRevision());
        return new Holding(Holders.of(place), token, Optional.empty(), Optional.empty());
    }

    CompletableFuture<Boolean> isRecalled(Grant grant) {
        long created = RevisionTokens.revision(grant.firstToken());
        return line.link()
                .ask(KVGrpc.getTxnMethod(), line.requests().lookForRecall(grant.name(), created))
                .thenApply(answer -> {
                    boolean current = !Keys.places(
                                    answer.getResponses(0).getResponseRange().getKvsList())
                            .isEmpty();
                    boolean recalled =
                            current && answer.getResponses(1).getResponseRange().getCount() > 0;
                    if (current && !recalled) {
                        watch(grant, created, answer.getHeader().getRevision());
                    }
                    return recalled;
                });
    }

    /** A server that refused to let the mark be read was not asked to let it be watched. */
    private void watch(Grant grant, long created, long seen) {
        Session session = line.heartbeat().session();
        Place place = session == null ? null : session.find(grant.claim());
        if (place != null
                && place.created() == created
                && line.notifications().listeners().listens(grant.claim().client())) {
            place.watchRecall(keys.recall(grant.name(), created), seen);
        }
    }
}
