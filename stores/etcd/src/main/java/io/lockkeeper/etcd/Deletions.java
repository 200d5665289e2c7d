package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Deletes places, by their keys; one whose key is not known, since its claim was not made through this store, is looked for. */
final class Deletions {

    private static final int REVOCATIONS = 5;

    private final Link link;
    private final Slots slots;
    private final Requests requests;

    Deletions(Link link, Slots slots, Requests requests) {
        this.link = link;
        this.slots = slots;
        this.requests = requests;
    }

    /** Deletes the place of a grant: whether it was there. A key that was put without a lease since is deleted, but was no place. */
    CompletableFuture<Boolean> delete(Grant grant) {
        Slot slot = slots.find(grant.claim());
        return slot == null
                ? deleteFound(
                        requests.lookFor(grant.name(), RevisionTokens.revision(grant.firstToken())), grant.claim())
                : delete(slot);
    }

    /** Deletes the place of a claim, if it has one. */
    CompletableFuture<Boolean> delete(String lock, ClaimId claim) {
        Slot slot = slots.find(claim);
        return slot == null ? deleteFound(requests.look(lock, 0), claim) : delete(slot);
    }

    private CompletableFuture<Boolean> delete(Slot slot) {
        ByteString key = slot.key();
        return slots.naming(slot, () -> link.ask(KVGrpc.getDeleteRangeMethod(), Requests.delete(key)))
                .thenApply(answer -> {
                    slots.free(slot);
                    return !Keys.places(answer.getPrevKvsList()).isEmpty();
                });
    }

    private CompletableFuture<Boolean> deleteFound(RangeRequest look, ClaimId claim) {
        return link.ask(KVGrpc.getRangeMethod(), look)
                .thenCompose(line -> Keys.places(line.getKvsList()).stream()
                        .filter(found -> Holders.isOf(found, claim))
                        .findFirst()
                        .map(found -> link.ask(
                                        KVGrpc.getTxnMethod(),
                                        Requests.delete(found.getKey(), found.getCreateRevision()))
                                .thenApply(answer -> answer.getSucceeded()))
                        .orElseGet(() -> CompletableFuture.completedFuture(false)));
    }

    /** Deletes the place of whoever holds a lock; if it is given, only that one's. */
    CompletableFuture<Optional<Holder>> revoke(String name, @Nullable Holding only) {
        return revoke(name, only, REVOCATIONS);
    }

    /** Who is first in line may be another by the time that its place is deleted. */
    private CompletableFuture<Optional<Holder>> revoke(String name, @Nullable Holding only, int attempts) {
        return link.ask(KVGrpc.getRangeMethod(), requests.look(name, 0)).thenCompose(line -> {
            List<KeyValue> places = Keys.places(line.getKvsList());
            if (places.isEmpty()) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            KeyValue first = places.get(0);
            if (!RevisionTokens.isOf(only, first.getCreateRevision())) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
            return link.ask(KVGrpc.getTxnMethod(), Requests.delete(first.getKey(), first.getCreateRevision()))
                    .thenCompose(deletion -> deletion.getSucceeded() || attempts == 1
                            ? CompletableFuture.completedFuture(
                                    Optional.ofNullable(deletion.getSucceeded() ? Holders.of(first) : null))
                            : revoke(name, only, attempts - 1));
        });
    }
}
