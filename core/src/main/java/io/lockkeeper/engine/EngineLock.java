package io.lockkeeper.engine;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.NotHeldException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
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
        Waiter waiter = Waiter.blocking(request(asked), false);
        return require(waiter, join(waiter, true));
    }

    @Override
    public Optional<Lease> tryAcquire() {
        Waiter waiter = Waiter.blocking(request(options.withMaxWait(Duration.ZERO)), false);
        return Optional.ofNullable(granted(joinQuietly(waiter)));
    }

    @Override
    public Optional<Lease> tryAcquire(LockOptions asked) throws InterruptedException {
        Waiter waiter = Waiter.blocking(request(asked), false);
        return Optional.ofNullable(granted(join(waiter, true)));
    }

    @Override
    public CompletableFuture<Lease> acquireAsync() {
        return acquireAsync(options);
    }

    @Override
    public CompletableFuture<Lease> acquireAsync(LockOptions asked) {
        CompletableFuture<Lease> future = new CompletableFuture<>();
        Waiter waiter = Waiter.async(request(asked), future);
        LocalLock lock = enqueue(waiter);
        waiter.publish();
        CompletableFuture<Lease> unused = future.whenComplete((lease, failure) -> {
            if (failure != null) {
                // Cancelled from outside; otherwise the answer was given and this does nothing.
                lock.queue().abandon(waiter);
            }
        });
        return future;
    }

    // ---- by thread ------------------------------------------------------------------------------

    @Override
    public void lock() {
        if (!reentered()) {
            Waiter waiter = Waiter.blocking(request(patient), true);
            require(waiter, joinQuietly(waiter));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        throwIfInterrupted();
        if (!reentered()) {
            Waiter waiter = Waiter.blocking(request(patient), true);
            require(waiter, join(waiter, true));
        }
    }

    @Override
    public boolean tryLock() {
        return reentered()
                || granted(joinQuietly(Waiter.blocking(request(options.withMaxWait(Duration.ZERO)), true))) != null;
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        throwIfInterrupted();
        Duration wait = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
        return reentered() || granted(join(Waiter.blocking(request(options.withMaxWait(wait)), true), true)) != null;
    }

    @Override
    public void unlock() {
        Hold hold = owned();
        if (hold == null) {
            throw new NotHeldException(
                    "The thread '" + Thread.currentThread().getName() + "' does not hold the lock '" + name + "'.",
                    null);
        }
        if (hold.leaveOnce() > 0) {
            LeaseLoss loss = hold.loss(); // Whether it ends just now is for the last unlock to say.
            if (loss != null) {
                throw lost(new LeaseLostException(loss));
            }
            return;
        }
        try {
            hold.closeNow();
        } catch (LeaseLostException loss) {
            throw lost(loss);
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                "Conditions do not reach across processes; let the waiting side poll, or"
                        + " use a queue of your database or broker.");
    }

    @Override
    public boolean isHeldByCurrentThread() {
        Hold hold = owned();
        return hold != null && hold.isHeld();
    }

    @Override
    public int holdCount() {
        Hold hold = owned();
        return hold != null && hold.isHeld() ? hold.count() : 0;
    }

    @Override
    public OptionalLong fencingToken() {
        Hold hold = owned();
        return hold != null && hold.isHeld() ? OptionalLong.of(hold.token()) : OptionalLong.empty();
    }

    @Override
    public String toString() {
        return "DistributedLock[" + name + "]";
    }

    // ---- the small steps ------------------------------------------------------------------------

    private LocalLock enqueue(Waiter waiter) {
        LocalLock known = met;
        if (known == null || !known.enqueue(waiter)) {
            known = client.enqueue(name, waiter);
            met = known;
        }
        return known;
    }

    /** What this thread holds or has lost, and was not told of yet. */
    private @Nullable Hold owned() {
        LocalLock known = met;
        Hold hold = known == null ? null : known.occupancy().ownedBy(Thread.currentThread());
        if (hold != null) {
            return hold;
        }
        LocalLock current = client.existing(name); // Entered through another object of the same name, perhaps.
        return current == null || current == known ? null : current.occupancy().ownedBy(Thread.currentThread());
    }

    private boolean reentered() {
        Hold hold = owned();
        if (hold == null) {
            return false;
        }
        hold.reenter(client.policy(options));
        return true;
    }

    private Waiter.Request request(LockOptions asked) {
        client.checkPurpose(name, asked);
        boolean mayWait = !asked.maxWait().equals(Optional.of(Duration.ZERO));
        return new Waiter.Request(asked, client.policy(asked), mayWait, client.now());
    }

    private Joined join(Waiter waiter, boolean interruptible) throws InterruptedException {
        if (interruptible) {
            throwIfInterrupted();
        }
        LocalLock lock = enqueue(waiter);
        return new Joined(lock, waiter.await(lock, interruptible));
    }

    private Joined joinQuietly(Waiter waiter) {
        try {
            return join(waiter, false);
        } catch (InterruptedException impossible) {
            throw new AssertionError("An uninterruptible wait was interrupted.", impossible);
        }
    }

    private record Joined(LocalLock lock, Answer answer) {}

    private static Lease require(Waiter waiter, Joined joined) {
        if (joined.answer() instanceof Answer.Refused refused) {
            LockTimeoutException timeout = Delivery.timeout(joined.lock(), waiter, refused);
            throw timeout;
        }
        Lease lease = granted(joined);
        if (lease == null) {
            throw new ClientClosedException(joined.lock().name());
        }
        return lease;
    }

    private static @Nullable Lease granted(Joined joined) {
        if (joined.answer() instanceof Answer.Failed failed) {
            failed.failure().addSuppressed(new WaitedHere());
            throw failed.failure();
        }
        return joined.answer() instanceof Hold hold ? hold : null;
    }

    /** The stack of the thread that waited, added to failures that another thread met. */
    private static final class WaitedHere extends Exception {
        private static final long serialVersionUID = 1L;

        WaitedHere() {
            super("The acquisition that failed");
        }
    }

    private NotHeldException lost(LeaseLostException loss) {
        return new NotHeldException("The lock '" + name + "' is not held any more: " + loss.getMessage(), loss);
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** For {@link EngineClient#policy}: what is asked for, or the client's own. */
    static LeasePolicy policyOf(LockOptions options, LeasePolicy otherwise) {
        return options.lease().orElse(otherwise);
    }
}
