package io.lockkeeper.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.TxnResponse;
import io.lockkeeper.etcd.Failures.LeaseGoneException;
import io.lockkeeper.store.Claim;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes claims undone. Of one that may still be on its way a mark is left, which it obeys when it arrives.
 *
 * <p>Marks go by themselves: they belong to a lease that nobody keeps, one for all that are left within some minutes.
 */
final class Withdrawals {

    /** No request is under way for longer than that. */
    private static final Duration RETENTION = Duration.ofMinutes(10);

    private final Link link;
    private final Slots slots;
    private final Deletions deletions;
    private final Requests requests;
    private @Nullable CompletableFuture<LeaseGrantResponse> lease;
    private final Ticker ticker;
    private long asked;

    Withdrawals(Link link, Slots slots, Deletions deletions, Requests requests, Ticker ticker) {
        this.link = link;
        this.slots = slots;
        this.deletions = deletions;
        this.requests = requests;
        this.ticker = ticker;
    }

    CompletableFuture<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        if (!outcomeUnknown) {
            return deletions.delete(claim.name(), claim.id()).thenApply(deleted -> null);
        }
        return marked(claim).exceptionallyCompose(failure -> {
            if (Failures.unwrap(failure) instanceof LeaseGoneException) {
                forgetLease();
                return marked(claim);
            }
            return CompletableFuture.failedFuture(failure);
        });
    }

    /** The place is deleted before and after it: a server that is full takes no marks, but deletes. */
    private CompletableFuture<Void> marked(Claim claim) {
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
        return lease().thenCompose(granted ->
                link.ask(KVGrpc.getTxnMethod(), requests.withdraw(claim.name(), claim.id(), place, granted.getID())));
    }

    /** A lease that lasts for as long at least: it is asked for twice the time, and used for the first half. */
    private synchronized CompletableFuture<LeaseGrantResponse> lease() {
        CompletableFuture<LeaseGrantResponse> known = lease;
        if (known == null || known.isCompletedExceptionally() || ticker.nanos() - asked > RETENTION.toNanos()) {
            asked = ticker.nanos();
            known = link.ask(
                    LeaseGrpc.getLeaseGrantMethod(),
                    LeaseGrantRequest.newBuilder()
                            .setTTL(RETENTION.multipliedBy(2).toSeconds())
                            .build());
            lease = known;
        }
        return known;
    }

    private synchronized void forgetLease() {
        lease = null;
    }
}
