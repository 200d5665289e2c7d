package io.lockkeeper.redis;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** The secrets of the claims that may stand in line: a message grants one of them only if it shows its secret, and only once. */
final class Secrets {

    /** A claim that waits is sent again once a minute at the latest. One that was not for so long does not wait any more. */
    private static final long KEPT = TimeUnit.MINUTES.toNanos(3);

    private final Map<ClaimId, Kept> secrets = new ConcurrentHashMap<>();
    private final LongSupplier clock;
    private volatile long swept;

    /** With the clock by which claims get old, in nanoseconds. */
    Secrets(LongSupplier clock) {
        this.clock = clock;
        this.swept = clock.getAsLong();
    }

    private record Kept(long secret, long since) {}

    /** Remembers a claim that is about to be sent, if it may queue. */
    void keep(Claim claim) {
        if (claim.pushSecret() != 0) {
            long now = clock.getAsLong();
            secrets.put(claim.id(), new Kept(claim.pushSecret(), now));
            if (now - swept > KEPT) {
                swept = now;
                secrets.values().removeIf(kept -> now - kept.since() > KEPT);
            }
        }
    }

    /** Whether this is the secret of a claim; from now on it is not. */
    boolean spend(ClaimId claim, long secret) {
        Kept kept = secrets.get(claim);
        return kept != null && kept.secret() == secret && secrets.remove(claim, kept);
    }

    /** Whether the secret of a claim is remembered. */
    boolean keeps(ClaimId claim) {
        return secrets.containsKey(claim);
    }

    /** Forgets a claim that stands in line no more. */
    void forget(ClaimId claim) {
        if (!secrets.isEmpty()) {
            secrets.remove(claim);
        }
    }

    /** How many are remembered. */
    int size() {
        return secrets.size();
    }
}
