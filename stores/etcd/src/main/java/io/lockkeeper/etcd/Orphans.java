package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseTimeToLiveRequest;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Deletes places that nobody wants any more. A place lives as long as the session, which others keep alive: so who gives up
 * a release or a withdrawal that fails must not leave the place behind, and block the lock.
 */
final class Orphans {

    private static final long PAUSE = Duration.ofMillis(500).toNanos();

    private final Link link;
    private final Heartbeat heartbeat;
    private final Slots slots;
    private final Set<ClaimId> pursued = ConcurrentHashMap.newKeySet();

    Orphans(Link link, Heartbeat heartbeat, Slots slots) {
        this.link = link;
        this.heartbeat = heartbeat;
        this.slots = slots;
        heartbeat.onKept(this::sweep);
    }

    /** Has a claim's place deleted: if that fails, again and again while its session lives, whoever else does the same. */
    <T> CompletableFuture<T> pursue(ClaimId claim, Supplier<CompletableFuture<T>> deletion) {
        Session session = heartbeat.session();
        return deletion.get().whenComplete((done, failure) -> {
            if (session != null && failedForNow(claim, failure) && slots.find(claim) != null && pursued.add(claim)) {
                link.after(PAUSE, () -> again(session, claim, deletion));
            }
        });
    }

    private <T> void again(Session session, ClaimId claim, Supplier<CompletableFuture<T>> deletion) {
        if (session != heartbeat.session() || slots.find(claim) == null) {
            pursued.remove(claim);
            return;
        }
        var unused = deletion.get().whenComplete((done, failure) -> {
            if (failedForNow(claim, failure)) {
                link.after(PAUSE, () -> again(session, claim, deletion));
            } else {
                pursued.remove(claim);
            }
        });
    }

    /** Deletes the keys of a session that belong to no claim, if a request has failed of which one may be left. */
    private void sweep(Session session) {
        if (!slots.takeDoubt()) {
            return;
        }
        long others = slots.renumber();
        LeaseTimeToLiveRequest question = LeaseTimeToLiveRequest.newBuilder()
                .setID(session.lease())
                .setKeys(true)
                .build();
        var unused = link.ask(LeaseGrpc.getLeaseTimeToLiveMethod(), question)
                .thenCompose(answer -> CompletableFuture.allOf(slots.strays(answer.getKeysList(), others).stream()
                        .map(this::delete)
                        .toArray(CompletableFuture<?>[]::new)))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        slots.doubt();
                    }
                });
    }

    private CompletableFuture<?> delete(ByteString key) {
        return link.ask(KVGrpc.getDeleteRangeMethod(), Requests.delete(key));
    }

    /**
     * Whether a deletion failed, and is tried again soon. After one that the server refused, which it may do for long, the
     * place is no claim's any more: it is deleted when the session is kept, as soon as the server lets it be.
     */
    boolean failedForNow(ClaimId claim, @Nullable Throwable failure) {
        if (failure == null || Failures.unwrap(failure) instanceof StoreUnavailableException) {
            return failure != null;
        }
        slots.abandon(claim);
        return false;
    }
}
