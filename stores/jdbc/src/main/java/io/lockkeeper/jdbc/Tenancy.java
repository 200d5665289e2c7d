package io.lockkeeper.jdbc;

import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;

/**
 * Who has a lock and until when, as its row says.
 *
 * @param claim the claim that holds it
 * @param holder whose it is, for people
 * @param since since when, in microseconds by the database's clock
 * @param ends until when
 * @param firstToken the first of its fencing tokens
 * @param lastToken the last of them
 */
record Tenancy(ClaimId claim, Holder holder, long since, long ends, long firstToken, long lastToken) {

    /** The same with another end. */
    Tenancy until(long end) {
        return new Tenancy(claim, holder, since, end, firstToken, lastToken);
    }
}
