package io.lockkeeper.engine;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Election;
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
import org.jspecify.annotations.Nullable;

/** One client: its locks that are held or waited for, by name, and what they share. */
final class EngineClient implements LockClient, LocalLocks {

    private final Context context;
    private final ConcurrentMap<String, LocalLock> locals = new ConcurrentHashMap<>();
    private final Push push;
    private final Renewer renewer;
    private final LeasePolicy.Renewed policy;
    private final Elections elections;
    private final Shutdown shutdown;

    /**
     * Starts a client.
     *
     * @param stop ends what was started for this client, after it has closed its store
     */
    EngineClient(Context context, Runnable stop) {
        this.context = context;
        this.push = new Push(context, locals);
        this.renewer = new Renewer(
                context, () -> locals.values().stream().map(LocalLock::renewal).toList());
        this.policy = new LeasePolicy.Renewed(context.options().lease());
        this.elections = new Elections(this);
        this.shutdown = new Shutdown(context, locals, renewer, elections, stop);
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
    public Election election(String name, LockOptions options) {
        Names.check(name);
        checkFit(name, options);
        return new EngineElection(this, name, options.withUnboundedWait());
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
                Recall.class, store -> Optional.of(new StoreRecall(store, context, this::closed)), Optional.empty());
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

    @Override
    public int waiting() {
        return locals.values().stream().mapToInt(LocalLock::waiting).sum();
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
        shutdown.now();
    }

    @Override
    public void close(Duration atMost) {
        shutdown.whenFinished(atMost);
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
        return inspection().orElseThrow(this::cannotTell).inspect(name);
    }

    /** What who asks is told of a store that does not know its locks' holders. */
    IllegalStateException cannotTell() {
        return new IllegalStateException("This store (" + guarantees().store() + ") can't tell who holds its locks.");
    }

    /** Who stands for election, and who watches. */
    Elections elections() {
        return elections;
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
        return shutdown.hasBegun();
    }

    @Override
    public boolean revive(LocalLock lock) {
        return locals.putIfAbsent(lock.name(), lock) == null;
    }

    @Override
    public void retire(String name) {
        locals.remove(name);
        shutdown.retired();
    }

    @Override
    public void left() {
        shutdown.left();
    }

    @Override
    public String toString() {
        return "LockClient[" + guarantees().store() + (closed() ? ", closed" : "") + "]";
    }
}
