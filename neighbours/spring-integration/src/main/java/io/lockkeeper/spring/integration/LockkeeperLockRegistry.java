package io.lockkeeper.spring.integration;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.util.Assert;

/**
 * Spring Integration's lock registry over a {@link LockClient}, for any of its stores. Safe for use by many threads.
 *
 * <p><b>Leases.</b> By default, locks are held until they are unlocked: their leases are renewed while the process lives. With a
 * time to live, they are fixed: a lock ends after that time, whether its holder has finished or not, as with Spring Integration's
 * own registries. A lock that is acquired with a time to live of its own ({@link DistributedLock#lock(Duration)}) has a fixed
 * lease, too. {@link #setRenewalTaskScheduler} has leases with a time to live renewed instead.
 *
 * <p><b>Locks</b> are reentrant, belong to a thread and to this registry: a thread that holds a lock by one registry cannot
 * acquire it by another. Keys are strings, namely the locks' names.
 *
 * <ul>
 *   <li>A thread that re-enters a lock with a fixed lease prolongs it to the time to live of the inner {@code lock}, counted
 *       from then. A lease is never shortened by re-entry, and a renewed one stays as it is.
 *   <li>A thread that re-enters a lock that it has lost acquires it anew, and waits if it must. If it cannot be acquired, the
 *       thread still owes its {@code unlock}, which reports the loss.
 *   <li>{@code unlock} throws {@link IllegalStateException} if the thread does not hold the lock, and {@link
 *       java.util.ConcurrentModificationException} if it has lost it; the cause says when and why.
 *   <li>{@code lock()} waits on through outages of the store. An interrupt does not end that wait; the thread keeps
 *       its place in the queue and is interrupted again when it returns. {@code lockInterruptibly} and {@code tryLock} with a time throw {@link
 *       InterruptedException}, and the thread stays interrupted, as with Spring Integration's own registries.
 *   <li>If the store fails, {@code lock} and {@code tryLock} throw {@link CannotAcquireLockException}.
 *   <li>The lock of a thread that has ended without unlocking is not released: it ends with its time to live, or with the
 *       client if it is renewed. The next thread of this process that asks for it logs a warning.
 * </ul>
 *
 * <p><b>The cache.</b> The registry keeps the lock objects of the keys that were used last, so that the same key returns the same
 * object. Lock objects have no state: one that was removed from the cache, by {@link #expireUnusedOlderThan} or because the cache
 * was full, continues to work, and excludes its successors.
 *
 * <p>The client belongs to the caller, who closes it after the registry's last use.
 */
public final class LockkeeperLockRegistry
        implements ExpirableLockRegistry<DistributedLock>, RenewableLockRegistry<DistributedLock> {

    /** How many lock objects a registry keeps by default. */
    public static final int DEFAULT_CACHE_CAPACITY = 100_000;

    private final LockClient client;
    private final Leases leases;
    private final LockCache locks;

    /**
     * Creates a registry of locks that are renewed until they are unlocked.
     *
     * @param client the client that acquires the locks; not closed by the registry
     */
    public LockkeeperLockRegistry(LockClient client) {
        this(client, LockOptions.defaults());
    }

    /**
     * Creates a registry of locks with a time to live.
     *
     * @param client the client that acquires the locks; not closed by the registry
     * @param timeToLive the lease of locks that are acquired without a time to live of their own: longer than zero, at most 365
     *     days
     */
    public LockkeeperLockRegistry(LockClient client, Duration timeToLive) {
        this(client, LockOptions.defaults().withFixedLease(timeToLive));
    }

    /**
     * Creates a registry of locks with options.
     *
     * @param client the client that acquires the locks; not closed by the registry
     * @param options the options of every lock; a fixed lease in them is the time to live, and their maximum wait has no effect
     */
    public LockkeeperLockRegistry(LockClient client, LockOptions options) {
        this.client = Objects.requireNonNull(client, "client");
        this.leases = new Leases(Objects.requireNonNull(options, "options"));
        Holds holds = new Holds();
        this.locks = new LockCache(
                key -> new RegistryLock(this, client.lock(key), leases, holds), DEFAULT_CACHE_CAPACITY, this);
    }

    /**
     * Returns the lock of a key. Does not access the store.
     *
     * @param lockKey the lock's name: a string of 1 to 1,024 characters, no control characters
     * @return the lock; the same object while it is in the cache
     * @throws IllegalArgumentException if the key is null, is no string, or is not allowed
     * @throws CannotAcquireLockException if as many locks as the cache has places are held
     */
    @Override
    public DistributedLock obtain(Object lockKey) {
        return locks.obtain(name(lockKey));
    }

    /**
     * Has the store renew the lease of a lock that the calling thread holds: by the registry's time to live, or, if the lease is
     * renewed anyway, by what is left of it.
     *
     * @param lockKey the lock's name
     * @throws IllegalStateException if the calling thread does not hold the lock, or has lost it
     * @throws DataAccessResourceFailureException if the store does not answer
     */
    @Override
    public void renewLock(Object lockKey) {
        renew(lockKey, null);
    }

    /**
     * Has the store renew the lease of a lock that the calling thread holds. A fixed lease ends after the given time, earlier or
     * later than it would have. A renewed lease is renewed as before, and lasts no shorter than the given time from now; on
     * stores whose locks end with a session or a process, it lasts as long as that.
     *
     * @param lockKey the lock's name
     * @param ttl the time from now: longer than zero, at most 365 days
     * @throws IllegalStateException if the calling thread does not hold the lock, or has lost it
     * @throws DataAccessResourceFailureException if the store does not answer
     */
    @Override
    public void renewLock(Object lockKey, Duration ttl) {
        Leases.check(ttl);
        renew(lockKey, ttl);
    }

    private void renew(Object lockKey, @Nullable Duration ttl) {
        String name = name(lockKey);
        try {
            locks.obtain(name).renew(client, ttl);
        } catch (io.lockkeeper.LockException failure) {
            throw new DataAccessResourceFailureException("Failed to renew lock for: " + name, failure);
        }
    }

    /**
     * Has locks with a time to live renewed while they are held, from the next {@code lock} on: a lock then ends after its time
     * to live only if the process dies or cannot reach the store.
     *
     * @param renewalTaskScheduler not used, because the client renews all its leases itself, in batches
     */
    @Override
    public void setRenewalTaskScheduler(TaskScheduler renewalTaskScheduler) {
        Assert.notNull(renewalTaskScheduler, "'renewalTaskScheduler' must not be null");
        leases.renew();
    }

    /**
     * Sets how many lock objects the registry keeps. If it has more, those that are not held are removed.
     *
     * @param cacheCapacity at least 1; {@value #DEFAULT_CACHE_CAPACITY} by default
     */
    public void setCacheCapacity(int cacheCapacity) {
        Assert.isTrue(cacheCapacity > 0, "'cacheCapacity' must be greater than 0");
        locks.setCapacity(cacheCapacity);
    }

    /**
     * Removes the lock objects from the cache that were neither obtained nor acquired for a time and are not held now. They
     * continue to work.
     *
     * @param age the time in milliseconds
     */
    @Override
    public void expireUnusedOlderThan(long age) {
        locks.removeUnused(age);
    }

    private static String name(Object lockKey) {
        Assert.isInstanceOf(String.class, lockKey, "The key of a lock: ");
        return (String) lockKey;
    }

    @Override
    public String toString() {
        return "LockkeeperLockRegistry[" + client.guarantees().store() + "]";
    }
}
