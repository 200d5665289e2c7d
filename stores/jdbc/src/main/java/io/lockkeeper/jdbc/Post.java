package io.lockkeeper.jdbc;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.concurrent.CompletionStage;

/** How clients of this process hear what others' changes mean for them. */
interface Post extends AutoCloseable {

    /** Begins to listen for a client; completes when nothing can be missed any more. */
    CompletionStage<Void> listen(String client, Signals signals);

    /** A claim of a client's waits: before long, something will be to tell. */
    void waits(Claim claim);

    /** A claim of a client's holds a lock: others may wait for it. */
    void holds(Grant grant);

    /**
     * It holds the lock until another time.
     *
     * @param grant what is certain of that: little, if the renewal only asked whether the lease is there
     * @param before the grant that was renewed
     */
    void renewed(Grant grant, Grant before);

    /** The lock is of no interest any more. */
    void forget(ClaimId claim, String name);

    @Override
    void close();
}
