package io.lockkeeper.engine;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.ForceRelease;
import io.lockkeeper.Guarantees;
import io.lockkeeper.Lease;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LockCatalogue;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.Revocation;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One client: its locks that are held or waited for, by name, and what they share. */
final class EngineClient implements LockClient, Surroundings {

    private static final long CLOSE_SECONDS = 5;

    private final Context context;
    private final Runnable stopTimer;
    private final ConcurrentMap<String, LocalLock> locals = new ConcurrentHashMap<>();
    private final Push push;
    private final Renewer renewer;
    private final LeasePolicy.Renewed policy;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    EngineClient(Context context, Runnable stopTimer) {
        this.context = context;
        this.stopTimer = stopTimer;
        this.push = new Push(context, locals, this::giveBackStray);
        this.renewer = new Renewer(context, locals::values);
        this.policy = new LeasePolicy.Renewed(context.options().lease());
    }

    @Override
    public DistributedLock lock(String name, LockOptions options) {
        Names.check(name);
        checkPurpose(name, options);
        return new EngineLock(this, name, options);
    }

    @Override
    public Guarantees guarantees() {
        return context.store().guarantees();
    }

    @Override
    public Optional<LockCatalogue> catalogue() {
        return context.ifCapable(
                Inspection.class,
                store -> Optional.of(new StoreCatalogue(store, guarantees().store())),
                Optional.empty());
    }

    @Override
    public Optional<ForceRelease> forceRelease() {
        return context.ifCapable(
                Revocation.class,
                store -> Optional.of(name -> StoreCatalogue.await(store.revoke(Names.check(name)))),
                Optional.empty());
    }

    @Override
    public List<Lease> held() {
        return locals.values().stream()
                .map(lock -> lock.occupancy().current())
                .filter(Objects::nonNull)
                .filter(Lease::isHeld)
                .map(Lease.class::cast)
                .toList();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        locals.values().forEach(LocalLock::close);
        if (locals.isEmpty()) {
            drained.complete(null);
        }
        try {
            drained.get(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException storeIsSilent) {
            // What could not be released ends with its lease, as documented.
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException impossible) {
            throw new AssertionError(impossible);
        } finally {
            renewer.stop();
            stopTimer.run();
            context.store().close();
            context.callbacks().finish();
        }
    }

    // ---- for locks ------------------------------------------------------------------------------

    /** Lets a waiter wait for a name. */
    LocalLock enqueue(String name, Waiter waiter) {
        while (true) {
            LocalLock lock = locals(name);
            if (lock.enqueue(waiter)) {
                return lock;
            }
        }
    }

    LocalLock locals(String name) {
        return locals.computeIfAbsent(name, absent -> new LocalLock(absent, context, this));
    }

    @Nullable
    LocalLock existing(String name) {
        return locals.get(name);
    }

    LeasePolicy policy(LockOptions options) {
        return EngineLock.policyOf(options, policy);
    }

    long now() {
        return context.now();
    }

    void checkPurpose(String name, LockOptions options) {
        guarantees().refusal(options.purpose()).ifPresent(refusal -> {
            throw new WeakGuaranteeException(name, options.purpose(), refusal);
        });
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
    public void retire(LocalLock lock) {
        locals.remove(lock.name(), lock);
        if (closed.get() && locals.isEmpty()) {
            drained.complete(null);
        }
    }

    /** A grant that nobody here wants any more, as after an outage: given back, so that others need not wait for it. */
    private void giveBackStray(Grant grant) {
        // If this fails too, the grant ends with its claim time.
        Calls.to(() -> context.store().withdraw(Strays.claim(grant), false));
    }

    @Override
    public String toString() {
        return "LockClient[" + guarantees().store() + (closed.get() ? ", closed" : "") + "]";
    }
}
