package io.lockkeeper.engine;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Guarantees;
import io.lockkeeper.HeldLock;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockRecall;
import io.lockkeeper.LockStatus;
import io.lockkeeper.MultiLock;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Revocation;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One client: its locks that are held or waited for, by name, and what they share. */
final class EngineClient implements LockClient, LocalLocks {

    private static final long CLOSE_SECONDS = 5;

    private final Context context;
    private final Runnable stop;
    private final ConcurrentMap<String, LocalLock> locals = new ConcurrentHashMap<>();
    private final Push push;
    private final Renewer renewer;
    private final LeasePolicy.Renewed policy;
    private final CountDownLatch drained = new CountDownLatch(1);
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * Starts a client.
     *
     * @param stop ends what was started for this client, after it has closed its store
     */
    EngineClient(Context context, Runnable stop) {
        this.context = context;
        this.stop = stop;
        this.push = new Push(context, locals);
        this.renewer = new Renewer(
                context,
                () -> locals.values().stream()
                        .map(LocalLock::held)
                        .map(HeldRenewal::new)
                        .toList());
        this.policy = new LeasePolicy.Renewed(context.options().lease());
    }

    @Override
    public DistributedLock lock(String name, LockOptions options) {
        Names.check(name);
        checkFit(name, options);
        return new EngineLock(this, name, options);
    }

    @Override
    public MultiLock all(Collection<String> names, LockOptions options) {
        names.forEach(Names::check);
        return EngineMultiLock.of(this, names, options);
    }

    @Override
    public Guarantees guarantees() {
        return context.store().guarantees();
    }

    @Override
    public Optional<LockCatalogue> catalogue() {
        return context.ifCapable(Catalogue.class, store -> Optional.of(new StoreCatalogue(store)), Optional.empty());
    }

    @Override
    public Optional<LockInspection> inspection() {
        return context.ifCapable(
                Inspection.class,
                store -> Optional.of(name -> StoreCatalogue.await(store.inspect(Names.check(name)))),
                Optional.empty());
    }

    @Override
    public Optional<ForceRelease> forceRelease() {
        return context.ifCapable(
                Revocation.class, store -> Optional.of(new StoreForceRelease(store)), Optional.empty());
    }

    @Override
    public Optional<LockRecall> recall() {
        return context.ifCapable(
                Recall.class, store -> Optional.of(new StoreRecall(store, context, closed::get)), Optional.empty());
    }

    @Override
    public boolean release(LeaseId lease) {
        Grant grant = NamedGrant.of(lease);
        boolean released = StoreCatalogue.await(context.store().release(grant)) instanceof ReleaseOutcome.Released;
        if (released) { // If it is a lease of this client's.
            push.lost(lease.name(), grant.claim(), LeaseLoss.Reason.REVOKED);
        } else {
            push.mayBeLost(lease.name(), grant.claim(), LeaseLoss.Reason.REVOKED);
        }
        return released;
    }

    @Override
    public boolean extend(LeaseId lease, Duration lasting) {
        Duration asked = context.grantable(new LeasePolicy.Fixed(lasting).granted());
        if (!endsByStoreClock()) {
            throw WeakGuaranteeException.notExtended(lease.name(), guarantees().store());
        }
        return StoreCatalogue.await(context.prolonged(NamedGrant.of(lease), asked))
                .isPresent();
    }

    @Override
    public List<HeldLock> held() {
        long now = context.now();
        return locals.values().stream()
                .map(lock -> held(lock, now))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<HeldLock> held(LocalLock lock, long now) {
        Hold hold = lock.holdings().current();
        if (hold == null || !hold.isHeld(now)) {
            return Optional.empty();
        }
        return Optional.of(new HeldView(
                lock,
                hold,
                context.holder(hold.thread(), hold.options()),
                context.instant().minusNanos(now - hold.since())));
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // What is held is given back all the same.
        try {
            for (LocalLock lock : locals.values()) {
                closeQuietly(lock);
            }
            if (locals.isEmpty()) {
                drained.countDown();
            }
            interrupted |= awaitDrained();
        } finally {
            renewer.stop();
            try {
                context.store().close();
            } finally {
                stop.run();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private static void closeQuietly(LocalLock lock) {
        try {
            lock.close();
        } catch (Throwable mistake) { // The other locks must be given back in any case.
            Log.get().error("The lock '{}' could not be closed; please report this.", lock.name(), mistake);
        }
    }

    /** Waits until everything was given back, or the store was silent: then it ends with its lease. Whether interrupted. */
    private boolean awaitDrained() {
        boolean interrupted = false;
        while (true) {
            try {
                boolean unused = drained.await(CLOSE_SECONDS, TimeUnit.SECONDS);
                return interrupted;
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
    }

    // ---- for locks ------------------------------------------------------------------------------

    /** Lets a waiter wait for a name. */
    LocalLock enqueue(String name, Waiter waiter) {
        while (true) {
            LocalLock lock = locals.computeIfAbsent(name, absent -> new LocalLock(absent, context, this));
            if (lock.join(waiter)) {
                return lock;
            }
        }
    }

    @Nullable
    LocalLock existing(String name) {
        return locals.get(name);
    }

    /** What an acquisition with these options asks for. */
    Waiter.Request request(String name, LockOptions options) {
        checkFit(name, options);
        boolean mayWait = !options.maxWait().equals(Optional.of(Duration.ZERO));
        return new Waiter.Request(options, options.lease().orElse(policy), mayWait, context.now());
    }

    Context context() {
        return context;
    }

    long now() {
        return context.now();
    }

    /** What the store knows of a lock. */
    Optional<LockStatus> look(String name) {
        return inspection()
                .orElseThrow(() -> new IllegalStateException(
                        "This store (" + guarantees().store() + ") can't tell who holds its locks."))
                .inspect(name);
    }

    void checkFit(String name, LockOptions options) {
        Purpose purpose = options.purpose();
        guarantees().refusal(purpose).ifPresent(refusal -> {
            throw new WeakGuaranteeException(name, purpose, refusal);
        });
        if (options.lease().orElse(policy) instanceof LeasePolicy.Fixed) {
            checkMayEnd(name, options);
        }
        boolean keeps = context.store() instanceof AdjustableLease && endsByStoreClock();
        if (!options.atLeast().isZero() && !keeps) {
            throw WeakGuaranteeException.notKept(
                    name, options.atLeast(), guarantees().store());
        }
    }

    private boolean endsByStoreClock() {
        return guarantees().expiry() == Guarantees.Expiry.STORE_CLOCK;
    }

    /** Refuses to let a lease end while its holder works, where only the lock protects the work. */
    static void checkMayEnd(String name, LockOptions options) {
        if (options.purpose() == Purpose.CORRECTNESS) {
            throw new WeakGuaranteeException(
                    name,
                    Purpose.CORRECTNESS,
                    "a fixed lease can end while its holder is paused, and the lock then passes to the next holder; use"
                            + " a renewed lease, or declare the lock for FENCED.");
        }
    }

    @Override
    public Push push() {
        return push;
    }

    @Override
    public Renewer renewer() {
        return renewer;
    }

    @Override
    public boolean closed() {
        return closed.get();
    }

    @Override
    public boolean revive(LocalLock lock) {
        return locals.putIfAbsent(lock.name(), lock) == null;
    }

    @Override
    public void retire(String name) {
        locals.remove(name);
        if (closed.get() && locals.isEmpty()) {
            drained.countDown();
        }
    }

    @Override
    public String toString() {
        return "LockClient[" + guarantees().store() + (closed.get() ? ", closed" : "") + "]";
    }
}
