package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.lockkeeper.sessions.RevisionTokens;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import java.util.concurrent.CompletableFuture;

/** Deletes places, by their keys; one whose key is not known, since its claim was not made through this store, is looked for. */
final class Deletions {

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
}
