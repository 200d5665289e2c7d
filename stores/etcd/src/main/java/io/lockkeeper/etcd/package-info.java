/**
 * A store that keeps its locks in etcd, 3.4 or later: one server or a cluster.
 *
 * <p>Each claim has a place in the line of its lock: a key of its own that belongs to a lease of
 * etcd's. One lease, the session, is shared by all places of a store. The oldest key holds the lock; who waits watches the
 * key before its own and no other. A fencing token is the revision that created the key, shifted to the left by 16 bits
 * for the threads that share a grant. See {@link io.lockkeeper.etcd.Keys} for the names of keys and {@link
 * io.lockkeeper.etcd.Requests} for what is asked.
 *
 * <p>Where authentication is enabled, the user needs a role that may read and write the keys that begin with {@code lk1/},
 * or with the prefix and {@code lk1/}.
 *
 * <p>May import the API's values, {@code io.lockkeeper.store}, gRPC and jetcd's messages; never {@code
 * io.lockkeeper.engine}.
 */
@NullMarked
package io.lockkeeper.etcd;

import org.jspecify.annotations.NullMarked;
