package io.lockkeeper.engine;

import io.lockkeeper.LeaseId;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Remaining;
import io.lockkeeper.store.Tokens;

/** A grant that somebody has the id of, and knows nothing else about. */
final class NamedGrant {

    private NamedGrant() {}

    /** As stores are to be asked about it. */
    static Grant of(LeaseId lease) {
        return new Grant(
                Names.check(lease.name()),
                new ClaimId(lease.client(), lease.sequence()),
                new Tokens(lease.firstToken(), lease.lastToken()),
                new Remaining(0, 0),
                true);
    }
}
