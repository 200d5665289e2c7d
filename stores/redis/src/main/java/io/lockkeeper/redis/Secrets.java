package io.lockkeeper.redis;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The secrets of the claims that may stand in line: a message grants one of them only if it shows its secret, and only once. */
final class Secrets {

    private final Map<ClaimId, Long> secrets = new ConcurrentHashMap<>();

    /** Remembers a claim that is about to be sent, if it may queue. */
    void keep(Claim claim) {
        if (claim.pushSecret() != 0) {
            secrets.put(claim.id(), claim.pushSecret());
        }
    }

    /** Whether this is the secret of a claim; from now on it is not. */
    boolean spend(ClaimId claim, long secret) {
        return secrets.remove(claim, secret);
    }

    /** Forgets a claim that stands in line no more. */
    void forget(ClaimId claim) {
        if (!secrets.isEmpty()) {
            secrets.remove(claim);
        }
    }
}
