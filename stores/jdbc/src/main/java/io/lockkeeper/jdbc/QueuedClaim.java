package io.lockkeeper.jdbc;

import io.lockkeeper.Holder;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;

/**
 * A claim that waits in a lock's row.
 *
 * @param id the claim
 * @param holder whose it is, for people
 * @param lease how long its grant is to last
 * @param tokens how many fencing tokens it is to carry
 * @param secret what the grant shows to its client, so that nobody else can have sent it
 */
record QueuedClaim(ClaimId id, Holder holder, Duration lease, int tokens, long secret) {

    static QueuedClaim of(Claim claim) {
        return new QueuedClaim(claim.id(), claim.holder(), claim.lease(), claim.tokens(), claim.pushSecret());
    }
}
