package io.lockkeeper.engine;

import io.lockkeeper.Completed;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockStatus;
import io.lockkeeper.LockedTask;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.engine.Acquisitions.Joined;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A name and its options; everything else is in the client's {@link LocalLock} of that name. */
final class EngineLock implements DistributedLock {

    private final EngineClient client;
    private final String name;
    private final LockOptions options;
    private final LockOptions patient;
    private final Acquisitions acquisitions = new Acquisitions(this::enqueue);

    /** The state of the name as this object last met it. It may be retired: then it comes back, or another is. */
    private volatile @Nullable LocalLock met;

    EngineLock(EngineClient client, String name, LockOptions options) {
        this.client = client;
        this.name = name;
        this.options = options;
        this.patient = options.withUnboundedWait();
    }

    @Override
    public String name() {
        return name;
    }

    // ---- by handle ------------------------------------------------------------------------------

    @Override
    public Lease acquire() throws InterruptedException {
        return acquire(options);
    }

    @Override
    public Lease acquire(LockOptions asked) throws InterruptedException {
        Waiter waiter = Waiter.blocking(client.request(name, asked.over(options)), false);
        return Acquisitions.require(waiter, acquisitions.await(waiter, true));
    }

    @Override
    public Lease acquireUninterruptibly(LockOptions asked) {
        Waiter waiter = Waiter.blocking(client.request(name, asked.over(options)), false);
        return Acquisitions.require(waiter, awaitQuietly(waiter));
    }

    @Override
    public Optional<Lease> tryAcquire() {
        return tryAcquireNow(options);
    }

    @Override
    public Optional<Lease> tryAcquireNow(LockOptions asked) {
        LockOptions once = asked.over(options).withMaxWait(Duration.ZERO);
        return handle(awaitQuietly(Waiter.blocking(client.request(name, once), false)));
    }

    @Override
    public Optional<Lease> tryAcquire(LockOptions asked) throws InterruptedException {
        Waiter waiter = Waiter.blocking(client.request(name, asked.over(options)), false);
        return handle(acquisitions.await(waiter, true));
    }

    private static Optional<Lease> handle(Joined joined) {
        Hold hold = joined.granted();
        return hold == null ? Optional.empty() : Optional.of(LeaseHandle.acquired(joined.lock(), hold));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        return acquireAsync(options);
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(LockOptions asked) {
        return acquisitions.async(
                client.request(name, asked.over(options)), client.context().callbacks());
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> Completed<T> call(LockedTask<T, E> task)
            throws E, InterruptedException {
        Lease lease = acquire();
        T value;
        try {
            value = task.run(lease);
        } catch (Throwable failure) {
            try {
                lease.close();
            } catch (LeaseLostException lost) {
                failure.addSuppressed(lost);
            }
            throw failure;
        }
        try {
            lease.close();
            return new Completed<>(value, Optional.empty());
        } catch (LeaseLostException lost) {
            return new Completed<>(value, Optional.of(lost.loss()));
        }
    }

    // ---- by thread ------------------------------------------------------------------------------

    @Override
    public void lock() {
        if (!reentered()) {
            Waiter waiter = Waiter.blocking(client.request(name, patient), true);
            own(waiter, awaitQuietly(waiter));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        Acquisitions.throwIfInterrupted();
        if (!reentered()) {
            Waiter waiter = Waiter.blocking(client.request(name, patient), true);
            own(waiter, acquisitions.await(waiter, true));
        }
    }

    private static void own(Waiter waiter, Joined joined) {
        if (joined.granted() == null) {
            Acquisitions.require(waiter, joined);
        }
    }

    @Override
    public boolean tryLock() {
        return reentered()
                || awaitQuietly(Waiter.blocking(client.request(name, options.withMaxWait(Duration.ZERO)), true))
                                .granted()
                        != null;
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        Acquisitions.throwIfInterrupted();
        if (reentered()) {
            return true;
        }
        Duration wait = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
        Waiter waiter = Waiter.blocking(client.request(name, options.withMaxWait(wait)), true);
        return acquisitions.await(waiter, true).granted() != null;
    }

    @Override
    public void unlock() {
        LocalLock lock = owned();
        Hold hold = hold(lock);
        if (lock == null || hold == null) {
            throw notHeld(client.context().losses().take(Thread.currentThread(), name));
        }
        if (hold.leaveOnce() > 0) {
            return; // Whether it ends just now is for the last unlock to say.
        }
        try {
            LeaseHandle.release(lock, hold);
        } catch (LeaseLostException loss) {
            client.context().losses().take(Thread.currentThread(), name);
            throw notHeld(loss.loss());
        }
    }

    private NotHeldException notHeld(@Nullable LeaseLoss loss) {
        if (loss == null) {
            return new NotHeldException(
                    "The thread '" + Thread.currentThread().getName() + "' does not hold the lock '" + name + "'.",
                    null);
        }
        LeaseLostException cause = new LeaseLostException(loss);
        return new NotHeldException("The lock '" + name + "' is not held any more: " + cause.getMessage(), cause);
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                "Conditions do not reach across processes; let the waiting side poll, or"
                        + " use a queue of your database or broker.");
    }

    @Override
    public boolean isHeldByCurrentThread() {
        return current() != null;
    }

    @Override
    public int holdCount() {
        Hold hold = current();
        return hold == null ? 0 : hold.count();
    }

    @Override
    public long token() {
        LocalLock lock = owned();
        Hold hold = current();
        if (lock == null || hold == null) {
            throw notHeld(null);
        }
        return LeaseHandle.token(lock, hold);
    }

    @Override
    public Optional<Lease> currentLease() {
        LocalLock lock = owned();
        Hold hold = current();
        return lock == null || hold == null ? Optional.empty() : Optional.of(LeaseHandle.view(lock, hold));
    }

    // ---- in the store ---------------------------------------------------------------------------

    @Override
    public boolean isLocked() {
        return client.look(name).map(status -> !status.holders().isEmpty()).orElse(false);
    }

    @Override
    public int queueLength() {
        return client.look(name).map(LockStatus::waiters).map(List::size).orElse(0);
    }

    @Override
    public String toString() {
        return "DistributedLock[" + name + "]";
    }

    // ---- the small steps ------------------------------------------------------------------------

    private LocalLock enqueue(Waiter waiter) {
        LocalLock known = met;
        if (known == null || !known.join(waiter)) {
            known = client.enqueue(name, waiter);
            met = known;
        }
        return known;
    }

    /** The state of the name, if this thread owns something of it. */
    private @Nullable LocalLock owned() {
        LocalLock known = met;
        if (hold(known) != null) {
            return known;
        }
        LocalLock current = client.existing(name); // Entered through another object of the same name, perhaps.
        return current != known && hold(current) != null ? current : null;
    }

    private static @Nullable Hold hold(@Nullable LocalLock lock) {
        return lock == null ? null : lock.holdings().ownedBy(Thread.currentThread());
    }

    /** What this thread holds and has not lost. */
    private @Nullable Hold current() {
        Hold hold = hold(owned());
        return hold != null && hold.isHeld(client.now()) ? hold : null;
    }

    /** Whether the thread holds the lock and entered it once more. A hold that was lost is forgotten: what follows is new. */
    private boolean reentered() {
        LocalLock lock = owned();
        Hold hold = hold(lock);
        if (lock == null || hold == null) {
            client.context().losses().take(Thread.currentThread(), name);
            return false;
        }
        if (!hold.isHeld(client.now())) {
            lock.held().expireIfDue(hold);
            client.context().losses().take(Thread.currentThread(), name);
            return false;
        }
        hold.enterAgain(name);
        return true;
    }

    private Joined awaitQuietly(Waiter waiter) {
        try {
            return acquisitions.await(waiter, false);
        } catch (InterruptedException impossible) {
            throw new AssertionError("An uninterruptible wait was interrupted.", impossible);
        }
    }
}
