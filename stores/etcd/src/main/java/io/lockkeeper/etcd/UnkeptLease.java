package io.lockkeeper.etcd;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.lockkeeper.etcd.Failures.LeaseGoneException;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A lease that nobody keeps, for marks that go by themselves: one for all that are left within some time. */
final class UnkeptLease {

    private final Link link;
    private final Duration retention;
    private final Ticker ticker;
    private @Nullable CompletableFuture<LeaseGrantResponse> lease;
    private long asked;

    /**
     * Asks for nothing yet.
     *
     * @param retention how long a mark lasts at least; it lasts for twice as long at most
     */
    UnkeptLease(Link link, Duration retention, Ticker ticker) {
        this.link = link;
        this.retention = retention;
        this.ticker = ticker;
    }

    /** Sends a request that leaves a mark, by the lease of this number: again by another, if the server does not know it any more. */
    <T> CompletableFuture<T> leave(LongFunction<CompletableFuture<T>> request) {
        return once(request).exceptionallyCompose(failure -> {
            if (Failures.unwrap(failure) instanceof LeaseGoneException) {
                forget();
                return once(request);
            }
            return CompletableFuture.failedFuture(failure);
        });
    }

    private <T> CompletableFuture<T> once(LongFunction<CompletableFuture<T>> request) {
        return lease().thenCompose(granted -> request.apply(granted.getID()));
    }

    /** It is asked for twice the time, and used for the first half. */
    private synchronized CompletableFuture<LeaseGrantResponse> lease() {
        CompletableFuture<LeaseGrantResponse> known = lease;
        if (known == null || known.isCompletedExceptionally() || ticker.nanos() - asked > retention.toNanos()) {
            asked = ticker.nanos();
            known = link.ask(
                    LeaseGrpc.getLeaseGrantMethod(),
                    LeaseGrantRequest.newBuilder()
                            .setTTL(retention.multipliedBy(2).toSeconds())
                            .build());
            lease = known;
        }
        return known;
    }

    private synchronized void forget() {
        lease = null;
    }
}
