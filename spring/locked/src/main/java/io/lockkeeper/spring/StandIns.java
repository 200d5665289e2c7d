package io.lockkeeper.spring;

import io.lockkeeper.LockClient;

/**
 * Says which clients keep their locks in memory in place of the application's database, for a test. {@link Locked#checkCommit} then asks
 * the lease before a transaction commits; a {@link LockDatabase} of such a client is not used. Safe for use by many threads.
 *
 * <p>Not for production: a lease may end between the question and the commit.
 */
@FunctionalInterface
public interface StandIns {

    /**
     * Whether a client is one of them.
     *
     * @param client the client
     * @return whether its locks are in memory
     */
    boolean contains(LockClient client);
}
