package io.lockkeeper.curator;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.recipes.locks.InterProcessLock;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Curator's {@link InterProcessLock} over a {@link LockClient}, in place of Curator's {@code InterProcessMutex}. Safe for use by
 * many threads.
 *
 * <p>The store is any that the client is connected to. On an application's own {@code CuratorFramework}, {@code
 * ZooKeeperStore.client(framework)} is a client whose locks belong to the framework's session; neither it nor this class closes
 * the framework. Locks of this class and Curator's own at the same path do not exclude each other.
 *
 * <ul>
 *   <li>A mutex belongs to a thread, and only to this object: a thread that holds a lock by one mutex cannot acquire it by
 *       another. The same thread may acquire it again by this one, without a request; each acquisition needs a release.
 *   <li>{@code acquire} throws {@link InterruptedException} if the thread is interrupted, and the thread stays interrupted, as with
 *       Curator. Without a time, it waits on through outages of the store. With a time, it throws {@link
 *       KeeperException.ConnectionLossException} if the store does not answer, on every store.
 *   <li>If the lock was lost, {@link #isAcquiredInThisProcess()} returns false, and {@code release} only logs a warning, as Curator's
 *       has nothing to delete then. {@link #currentLease()} tells a holder of the loss, and gives the fencing token. A thread that
 *       acquires again what it has lost acquires it anew, and waits if it must.
 *   <li>The lock of a thread that ends without releasing it is held until the client is closed, or until its lease ends if that is
 *       fixed; with Curator, until the session ends. The next thread that acquires the mutex logs a warning.
 * </ul>
 */
public final class LockkeeperMutex implements InterProcessLock {

    private static final LockOptions PATIENT = LockOptions.defaults().withUnboundedWait();

    private final DistributedLock lock;
    private final Map<Thread, ThreadHold> holds = new ConcurrentHashMap<>();

    /**
     * Creates a mutex, held until it is released.
     *
     * @param client the client that acquires the lock; not closed by the mutex
     * @param path the lock's name, which may be a path: 1 to 1,024 characters, no control characters
     * @throws IllegalArgumentException if the name is not allowed
     */
    public LockkeeperMutex(LockClient client, String path) {
        this(client, path, LockOptions.defaults());
    }

    /**
     * Creates a mutex.
     *
     * @param client the client that acquires the lock; not closed by the mutex
     * @param path the lock's name, which may be a path: 1 to 1,024 characters, no control characters
     * @param options lease, purpose, description and listener of every acquisition; their maximum wait has no effect
     * @throws IllegalArgumentException if the name is not allowed
     * @throws io.lockkeeper.WeakGuaranteeException if the store does not guarantee what the purpose in the options needs
     */
    public LockkeeperMutex(LockClient client, String path, LockOptions options) {
        this.lock = client.lock(path, options);
    }

    /**
     * Acquires the lock. Waits until it is free.
     *
     * @throws InterruptedException if the thread is interrupted before or during the wait
     * @throws IllegalStateException if the client is closed
     */
    @Override
    public void acquire() throws Exception {
        acquire(PATIENT);
    }

    /**
     * Acquires the lock if it is free within a time.
     *
     * @param time the maximum wait; zero or less for a single attempt
     * @param unit its unit; null to wait without a limit
     * @return false if the lock was held for that time
     * @throws InterruptedException if the thread is interrupted before or during the wait
     * @throws KeeperException.ConnectionLossException if the store did not answer
     * @throws IllegalStateException if the client is closed
     */
    @Override
    public boolean acquire(long time, @Nullable TimeUnit unit) throws Exception {
        return acquire(unit == null ? PATIENT : PATIENT.withMaxWait(Duration.ofNanos(Math.max(0, unit.toNanos(time)))));
    }

    private boolean acquire(LockOptions wait) throws InterruptedException, KeeperException {
        ThreadHold hold = holds.get(Thread.currentThread());
        if (hold != null && hold.enterAgain()) {
            return true;
        }
        warn(hold); // Now: what is logged when the lock is held may throw an exception, and nobody would release it.
        Optional<Lease> lease = request(wait);
        if (lease.isEmpty()) {
            return false;
        }
        if (hold == null) {
            holds.put(Thread.currentThread(), new ThreadHold(lease.get()));
        } else {
            hold.enterAnew(lease.get());
        }
        holds.entrySet()
                .removeIf(
                        entry -> !entry.getKey().isAlive() && !entry.getValue().isHeld());
        return true;
    }

    /** Warns of what the calling thread has lost, and, once each, of threads that have ended while they held the lock. */
    private void warn(@Nullable ThreadHold lost) {
        if (lost != null) {
            log().warn("The lock '{}' was lost, and is acquired anew by the same thread.", lock.name());
        }
        holds.forEach((thread, hold) -> {
            if (!thread.isAlive() && hold.isHeld() && hold.report()) {
                log().warn(
                                "The thread '{}' has ended and not released '{}': the lock stays held until its lease ends,"
                                        + " or its client is closed.",
                                thread.getName(),
                                lock.name());
            }
        });
    }

    private Optional<Lease> request(LockOptions wait) throws InterruptedException, KeeperException {
        try {
            return lock.tryAcquire(wait);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt(); // As Curator does.
            throw interrupt;
        } catch (StoreUnavailableException unavailable) {
            KeeperException loss = KeeperException.create(Code.CONNECTIONLOSS, lock.name());
            loss.initCause(unavailable);
            throw loss;
        } catch (ClientClosedException closed) {
            throw new IllegalStateException(closed.getMessage(), closed);
        }
    }

    /**
     * Releases one acquisition of the calling thread. The lock is released with the last one.
     *
     * @throws IllegalMonitorStateException if the calling thread does not hold the lock
     */
    @Override
    public void release() {
        ThreadHold hold = holds.get(Thread.currentThread());
        if (hold == null) {
            throw new IllegalMonitorStateException("You do not own the lock: " + lock.name());
        }
        if (hold.leave() > 0) {
            return;
        }
        holds.remove(Thread.currentThread());
        try {
            hold.lease().close();
        } catch (LeaseLostException lost) {
            log().warn("A lock was lost before it was released: {}", lost.getMessage());
        }
    }

    /**
     * Returns whether a thread of this process holds the lock by this mutex.
     *
     * @return false also if the lock was lost
     */
    @Override
    public boolean isAcquiredInThisProcess() {
        return holds.values().stream().anyMatch(ThreadHold::isHeld);
    }

    /**
     * Returns whether the calling thread holds the lock by this mutex.
     *
     * @return false also if the lock was lost
     */
    public boolean isOwnedByCurrentThread() {
        ThreadHold hold = holds.get(Thread.currentThread());
        return hold != null && hold.isHeld();
    }

    /**
     * Returns the lease of the calling thread: its fencing token, and whether it was lost. Releasing is for {@link #release()}.
     *
     * @return the lease; empty if the calling thread does not hold the lock
     */
    public Optional<Lease> currentLease() {
        return Optional.ofNullable(holds.get(Thread.currentThread())).map(ThreadHold::lease);
    }

    /** Those that hold the lock, or owe a release. */
    Set<Thread> threads() {
        return holds.keySet();
    }

    private static Logger log() {
        return LoggerFactory.getLogger("io.lockkeeper.curator");
    }

    @Override
    public String toString() {
        return "LockkeeperMutex[" + lock.name() + "]";
    }
}
