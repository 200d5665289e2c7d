package io.lockkeeper;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A program's connection to one lock store, from which it takes its locks.
 *
 * <p>One client per program and store is enough: it is safe for use by any number of threads, and all
 * of them together are <em>one</em> contender in the store. Closing it tells every holder, releases
 * what it holds and wakes who waits.
 */
public interface LockClient extends AutoCloseable {

    /**
     * Connects to a store with the default options.
     *
     * @param url {@code redis://[user:password@]host[:port][/db]}, {@code rediss://…}, {@code file:DIR},
     *     {@code memory:NAME}, or the scheme of any other store on the class path
     * @return a connected client, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed or no store knows its scheme
     * @throws StoreUnavailableException if the store can't be reached
     */
    static LockClient connect(String url) {
        return connect(url, ClientOptions.defaults());
    }

    /**
     * Connects to a store.
     *
     * @param url the store's address, as in {@link #connect(String)}
     * @param options what applies to the whole client
     * @return a connected client, to be closed by the caller
     * @throws IllegalArgumentException if the address is malformed or no store knows its scheme
     * @throws StoreUnavailableException if the store can't be reached
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
     * Names a lock, without touching the store.
     *
     * @param name 1 to 1,024 characters, any but control characters
     * @return the lock of that name, with the default options
     * @throws IllegalArgumentException if the name is not allowed
     */
    default DistributedLock lock(String name) {
        return lock(name, LockOptions.defaults());
    }

    /**
     * Names a lock, without touching the store.
     *
     * @param name 1 to 1,024 characters, any but control characters
     * @param options what applies to every acquisition through the returned lock
     * @return the lock of that name
     * @throws IllegalArgumentException if the name is not allowed
     * @throws WeakGuaranteeException if this store does not guarantee what the options' purpose needs
     */
    DistributedLock lock(String name, LockOptions options);

    /**
     * What this client's store promises.
     *
     * @return the store's guarantees
     */
    Guarantees guarantees();

    /**
     * What the store can tell of all its locks.
     *
     * @return the catalogue, or empty if this store can't list its locks, as memcached
     */
    Optional<LockCatalogue> catalogue();

    /**
     * What the store can tell of a lock that it is asked for by name.
     *
     * @return the means, or empty if this store can tell nothing
     */
    Optional<LockInspection> inspection();

    /**
     * Releases a lease in the place of whoever acquired it, in this process or another. A holder in another process is
     * notified of the loss at its next renewal.
     *
     * @param lease what {@link Lease#id()} gave
     * @return false if the lease was not current any more
     * @throws StoreUnavailableException if the store does not answer
     */
    boolean release(LeaseId lease);

    /**
     * Lets a lease last at least this long from now, in the place of whoever acquired it. Never shortens one.
     *
     * @param lease what {@link Lease#id()} gave
     * @param lasting longer than zero, at most 365 days
     * @return false if the lease was not current any more
     * @throws StoreUnavailableException if the store does not answer
     */
    boolean extend(LeaseId lease, Duration lasting);

    /**
     * The means to take a lock away from its holder, where the store has it.
     *
     * @return the means, or empty if this store can't
     */
    Optional<ForceRelease> forceRelease();

    /**
     * Everything this client holds at this moment.
     *
     * @return a snapshot, in no order
     */
    List<HeldLock> held();

    /**
     * Tells holders that their leases end, wakes waiters with {@link ClientClosedException}, releases
     * what is held and leaves every queue, then disconnects. Waits up to five seconds for the store;
     * what it could not release by then ends with its lease. A second call does nothing.
     */
    @Override
    void close();
}
