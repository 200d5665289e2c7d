package io.lockkeeper;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A program's connection to a lock store, through which it acquires locks.
 *
 * <p>One client per program and store is enough. It is safe for use by any number of threads, and together they
 * have <em>one</em> claim per lock in the store. Closing the client notifies its holders, releases its locks and
 * wakes its waiters.
 */
public interface LockClient extends AutoCloseable {

    /**
     * Connects to a store with the default options.
     *
     * @param url {@code redis://[user:password@]host[:port][/db]}, {@code rediss://…}, {@code file:DIR},
     *     {@code memory:NAME}, or the scheme of any other store on the class path
     * @return a connected client, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed or its scheme is unknown
     * @throws StoreUnavailableException if the store cannot be reached
     */
    static LockClient connect(String url) {
        return connect(url, ClientOptions.defaults());
    }

    /**
     * Connects to a store.
     *
     * @param url the store's address, as in {@link #connect(String)}
     * @param options the options of the client
     * @return a connected client, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed or its scheme is unknown
     * @throws StoreUnavailableException if the store cannot be reached
     */
    static LockClient connect(String url, ClientOptions options) {
        return ServiceLoader.load(Connector.class, LockClient.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No lock engine is registered as a service: lockkeeper-core was repackaged without its"
                                + " META-INF/services; merge those files when shading."))
                .connect(url, options);
    }

    /**
     * Returns the lock with a name. Does not access the store. Names that differ only in their Unicode normalization are
     * different locks.
     *
     * @param name 1 to 1,024 characters, no control characters
     * @return the lock, with the default options
     * @throws IllegalArgumentException if the name is not allowed
     */
    default DistributedLock lock(String name) {
        return lock(name, LockOptions.defaults());
    }

    /**
     * Returns the lock with a name. Does not access the store.
     *
     * @param name 1 to 1,024 characters, no control characters
     * @param options the options of every acquisition through the returned lock
     * @return the lock
     * @throws IllegalArgumentException if the name is not allowed
     * @throws WeakGuaranteeException if this store does not guarantee what the purpose in the options needs
     */
    DistributedLock lock(String name, LockOptions options);

    /**
     * Returns several locks that are acquired together, with the default options. Does not access the store.
     *
     * @param names the locks' names, in any order; duplicates count once
     * @return the locks, to be acquired all or none
     * @throws IllegalArgumentException if there is no name, or one is not allowed
     */
    default MultiLock all(Collection<String> names) {
        return all(names, LockOptions.defaults());
    }

    /**
     * Returns several locks that are acquired together. Does not access the store.
     *
     * @param names the locks' names, in any order; duplicates count once
     * @param options the options of every acquisition through the returned lock
     * @return the locks, to be acquired all or none
     * @throws IllegalArgumentException if there is no name, one is not allowed, or there are several and the options
     *     contain {@link LockOptions#withAtLeast}
     * @throws WeakGuaranteeException if this store does not guarantee what the purpose in the options needs
     */
    MultiLock all(Collection<String> names, LockOptions options);

    /**
     * Returns the election of a leader with a name. Does not access the store.
     *
     * @param name 1 to 1,024 characters, no control characters; the name of the lock that the leader holds
     * @return the election, with the default options
     * @throws IllegalArgumentException if the name is not allowed
     */
    default Election election(String name) {
        return election(name, LockOptions.defaults());
    }

    /**
     * Returns the election of a leader with a name. Does not access the store.
     *
     * @param name 1 to 1,024 characters, no control characters; the name of the lock that the leader holds
     * @param options the options of the leader's lock; candidates wait without a limit, whatever the options say, and a fixed lease
     *     limits the time of a leader
     * @return the election
     * @throws IllegalArgumentException if the name is not allowed
     * @throws WeakGuaranteeException if this store does not guarantee what the purpose in the options needs
     */
    Election election(String name, LockOptions options);

    /**
     * Returns the guarantees of this client's store.
     *
     * @return the store's guarantees
     */
    Guarantees guarantees();

    /**
     * Lists locks with their holders and waiters.
     *
     * @return the catalogue, or empty if this store cannot list its locks, such as memcached
     */
    Optional<LockCatalogue> catalogue();

    /**
     * Inspects single locks by name.
     *
     * @return the inspection, or empty if this store does not support it
     */
    Optional<LockInspection> inspection();

    /**
     * Releases a lease that was acquired elsewhere, in this process or another. A holder in another process is
     * notified of the loss at its next renewal.
     *
     * @param lease the id that {@link Lease#id()} returned
     * @return false if the lease was no longer current
     * @throws StoreUnavailableException if the store does not answer
     */
    boolean release(LeaseId lease);

    /**
     * Extends a lease that was acquired elsewhere, in this process or another. Never shortens a lease.
     *
     * @param lease the id that {@link Lease#id()} returned
     * @param lasting the minimum time from now until the lease expires: longer than zero, at most 365 days
     * @return false if the lease was no longer current
     * @throws StoreUnavailableException if the store does not answer
     * @throws WeakGuaranteeException if the leases of this store do not expire by the store's clock, but end with the
     *     holder's session or process ({@link Guarantees.Expiry})
     */
    boolean extend(LeaseId lease, Duration lasting);

    /**
     * Releases locks by force, that is, takes them from their holders.
     *
     * @return the operation, or empty if this store does not support it
     */
    Optional<ForceRelease> forceRelease();

    /**
     * Asks holders to release their locks.
     *
     * @return the operation, or empty if this store cannot pass a recall on to a holder
     */
    Optional<LockRecall> recall();

    /**
     * Returns the locks that this client holds now.
     *
     * @return a snapshot, in no particular order
     */
    List<HeldLock> held();

    /**
     * Returns how many acquisitions of this client wait now: they have begun, and have neither their lock nor another answer.
     * Single attempts count while the store is asked. Sends no request.
     *
     * @return the number, 0 or more
     */
    int waiting();

    /**
     * Closes the client: reports the loss of their leases to holders, wakes waiters with {@link
     * ClientClosedException}, releases all locks, leaves all queues, and disconnects. Waits up to five seconds for
     * the store; a lock that could not be released by then is released when its lease expires. {@linkplain LeaderWork Leaders} are
     * interrupted first and have five seconds to return; their locks are released when they have. A call
     * while another thread closes the client ends the wait of its {@link #close(Duration)}, gives leaders the same five seconds, and
     * returns when the client is closed. Only a leader, a listener, and what depends on a future of this client return at once, since the
     * other thread may wait for them.
     */
    @Override
    void close();

    /**
     * Closes the client after its holders have finished: acquires nothing more, wakes waiters with {@link ClientClosedException},
     * interrupts {@linkplain LeaderWork leaders}, waits until all leases are closed and all leaders have returned, and then closes the
     * client as {@link #close()} does. Leases are renewed meanwhile. A lease that was {@linkplain Lease#letExpire left to expire} is
     * not waited for; where locks belong to the client's session or process, it ends with the client at the latest. A thread that is
     * interrupted waits all the same, and is interrupted again at the end.
     *
     * <p>A call while another thread closes the client returns when it is closed; after its own time it has the client closed as {@link
     * #close()} does. It returns at once where {@link #close()} would, and in a thread that holds a lock of this client.
     *
     * @param atMost the maximum wait for holders and leaders; zero or longer
     */
    void close(Duration atMost);
}
