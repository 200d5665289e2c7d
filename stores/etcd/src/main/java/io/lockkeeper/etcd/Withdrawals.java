package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.TxnResponse;
import io.lockkeeper.store.Claim;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes claims undone. Of one that may still be on its way a mark is left, which it obeys when it arrives.
 *
 * <p>Marks go by themselves: they belong to an {@link UnkeptLease}.
 */
final class Withdrawals {

    /** No request is under way for longer than that. */
    private static final Duration RETENTION = Duration.ofMinutes(10);

    private final Link link;
    private final Slots slots;
    private final Deletions deletions;
    private final Requests requests;
    private final UnkeptLease lease;

    Withdrawals(Link link, Slots slots, Deletions deletions, Requests requests, Ticker ticker) {
        this.link = link;
        this.slots = slots;
        this.deletions = deletions;
        this.requests = requests;
        this.lease = new UnkeptLease(link, RETENTION, ticker);
    }

    /** The place is deleted before and after it: a server that is full takes no marks, but deletes. */
    CompletableFuture<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        if (!outcomeUnknown) {
            return deletions.delete(claim.name(), claim.id()).thenApply(deleted -> null);
        }
        Slot slot = slots.find(claim.id());
        if (slot == null) {
            return deletions
                    .delete(claim.name(), claim.id())
                    .thenCompose(done -> mark(claim, null))
                    .thenCompose(done -> deletions.delete(claim.name(), claim.id()))
                    .thenApply(deleted -> null);
        }
        return slots.naming(
                        slot,
                        () -> link.ask(KVGrpc.getDeleteRangeMethod(), Requests.delete(slot.key()))
                                .thenCompose(done -> mark(claim, slot.key())))
                .thenAccept(done -> slots.abandon(claim.id()));
    }

    private CompletableFuture<TxnResponse> mark(Claim claim, @Nullable ByteString place) {
        return lease.leave(
                id -> link.ask(KVGrpc.getTxnMethod(), requests.withdraw(claim.name(), claim.id(), place, id)));
    }
}
