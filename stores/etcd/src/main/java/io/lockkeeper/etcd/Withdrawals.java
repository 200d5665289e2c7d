package io.lockkeeper.etcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.lockkeeper.etcd.Failures.LeaseGoneException;
import io.lockkeeper.store.Claim;
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
    private final Keys keys;
    private final Requests requests;
    private @Nullable CompletableFuture<LeaseGrantResponse> lease;
    private Moment asked = Moment.now();

    Withdrawals(Link link, Keys keys, Requests requests) {
        this.link = link;
        this.keys = keys;
        this.requests = requests;
    }

    CompletableFuture<Void> withdraw(Claim claim, boolean outcomeUnknown) {
        if (!outcomeUnknown) {
            return link.ask(KVGrpc.getDeleteRangeMethod(), Requests.delete(keys.place(claim.name(), claim.id())))
                    .thenApply(done -> null);
        }
        return marked(claim).exceptionallyCompose(failure -> {
            if (Failures.unwrap(failure) instanceof LeaseGoneException) {
                forgetLease();
                return marked(claim);
            }
            return CompletableFuture.failedFuture(failure);
        });
    }

    private CompletableFuture<Void> marked(Claim claim) {
        return lease().thenCompose(granted ->
                        link.ask(KVGrpc.getTxnMethod(), requests.withdraw(claim.name(), claim.id(), granted.getID())))
                .thenApply(done -> null);
    }

    /** A lease that lasts for as long at least: it is asked for twice the time, and used for the first half. */
    private synchronized CompletableFuture<LeaseGrantResponse> lease() {
        CompletableFuture<LeaseGrantResponse> known = lease;
        if (known == null || known.isCompletedExceptionally() || asked.passed() > RETENTION.toNanos()) {
            asked = Moment.now();
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
