package io.lockkeeper.engine;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseId;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LeaseRecall;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A {@link Hold} as its user has it. The engine keeps the hold, never this: so it is seen when nobody can close it. */
final class LeaseHandle implements Lease {

    private final LocalLock lock;
    private final Hold hold;

    private LeaseHandle(LocalLock lock, Hold hold) {
        this.lock = lock;
        this.hold = hold;
    }

    /** For who acquired it, and is to close it. */
    static LeaseHandle acquired(LocalLock lock, Hold hold) {
        LeaseHandle handle = new LeaseHandle(lock, hold);
        ForgottenLeases.watch(handle, lock, hold);
        return handle;
    }

    /** Another view of what the thread owns. */
    static LeaseHandle view(LocalLock lock, Hold hold) {
        return new LeaseHandle(lock, hold);
    }

    @Override
    public String name() {
        return lock.name();
    }

    @Override
    public long token() {
        return token(lock, hold);
    }

    static long token(LocalLock lock, Hold hold) {
        Guarantees guarantees = lock.context().store().guarantees();
        if (guarantees.tokens() == Guarantees.Tokens.NONE) {
            throw new WeakGuaranteeException(
                    lock.name(),
                    Purpose.FENCED,
                    guarantees.refusal(Purpose.FENCED).orElse("it gives no fencing tokens"));
        }
        return hold.token();
    }

    @Override
    public LeaseId id() {
        LeaseId id = lock.held().id(hold);
        if (id == null) {
            LeaseLoss lost = hold.loss();
            throw lost != null ? new LeaseLostException(lost) : closed();
        }
        return id;
    }

    private NotHeldException closed() {
        return new NotHeldException("The lease of the lock '" + name() + "' was closed.", null);
    }

    @Override
    public boolean isHeld() {
        return hold.isHeld(lock.context().now());
    }

    @Override
    public Optional<Duration> remaining() {
        long deadline = hold.deadline();
        if (hold.loss() != null || hold.closing() != null) {
            return Optional.of(Duration.ZERO);
        }
        return deadline == Deadlines.NEVER
                ? Optional.empty()
                : Optional.of(
                        Duration.ofNanos(Math.max(0, deadline - lock.context().now())));
    }

    @Override
    public void ensureHeld() {
        if (!isHeld()) {
            LeaseLoss lost = lock.held().expireIfDue(hold);
            if (lost != null) {
                throw new LeaseLostException(lost);
            }
            if (hold.closing() != null) {
                throw closed();
            }
        }
    }

    @Override
    public void verify() {
        lock.held().verify(hold);
        lock.recalls().verify(hold);
    }

    @Override
    public Lease onLost(Consumer<LeaseLoss> listener) {
        lock.held().addListener(hold, listener);
        return this;
    }

    @Override
    public Lease onRecalled(Consumer<LeaseRecall> listener) {
        lock.recalls().addListener(hold, listener);
        return this;
    }

    @Override
    public void extend(Duration lease) {
        await(extended(lease));
    }

    @Override
    public CompletableFuture<Void> extendAsync(Duration lease) {
        return Copies.of(extended(lease), lock.context().callbacks());
    }

    private CompletableFuture<Void> extended(Duration lease) {
        EngineClient.checkMayEnd(name(), hold.options());
        return lock.held().extend(hold, Nanos.of(new LeasePolicy.Fixed(lease).lease()));
    }

    @Override
    public void letExpire() {
        LeaseLoss loss = lock.letExpire(hold);
        if (loss != null) {
            throw new LeaseLostException(loss);
        }
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        return Copies.of(released(this), lock.context().callbacks());
    }

    @Override
    public void close() {
        if (hold.closing() == null) {
            release(lock, hold);
        }
    }

    /** Releases and waits for the answer. */
    static void release(LocalLock lock, Hold hold) {
        await(lock.held().release(hold, lock.context().blocking()));
    }

    private static void await(CompletableFuture<Void> answer) {
        try {
            answer.join();
        } catch (CompletionException failed) {
            throw Failures.forCaller(Failures.of(failed));
        }
    }

    // ---- of several -----------------------------------------------------------------------------

    private static LeaseHandle of(Lease lease) {
        return (LeaseHandle) lease;
    }

    /** Releases a lease. Completes on a thread of the store: not for users. */
    static CompletableFuture<Void> released(Lease lease) {
        LeaseHandle handle = of(lease);
        return handle.lock.held().release(handle.hold, handle.lock.context().store());
    }

    /** Sets when a lease ends. Completes on a thread of the store: not for users. */
    static CompletableFuture<Void> extended(Lease lease, Duration length) {
        return of(lease).extended(length);
    }

    /** Has the thread that acquired a lease interrupted if it is lost, from now on, or now. */
    static void interruptOnLoss(Lease lease) {
        LeaseHandle handle = of(lease);
        handle.lock.held().interruptOnLoss(handle.hold, handle.hold.thread());
    }

    // ---- of a leader ----------------------------------------------------------------------------

    /** Has a thread interrupted if a lease is lost, from now on, or now; null for none. */
    static void interruptOnLoss(Lease lease, @Nullable Thread worker) {
        LeaseHandle handle = of(lease);
        handle.lock.held().interruptOnLoss(handle.hold, worker);
    }

    /** Ends a lease as lost because its client closes, and gives the lock back. */
    static void closeWithClient(Lease lease) {
        LeaseHandle handle = of(lease);
        handle.lock.held().closeWithClient(handle.hold);
    }

    /** What the holder of a lease is told whose client is about to close. */
    static LeaseLoss closing(Lease lease) {
        LeaseHandle handle = of(lease);
        return new LeaseLoss(
                handle.name(),
                handle.hold.token(),
                LeaseLoss.Reason.CLOSED,
                handle.lock.context().instant());
    }

    static Executor callbacks(Lease lease) {
        return of(lease).lock.context().callbacks();
    }

    @Override
    public String toString() {
        return "Lease[" + name() + ", token " + hold.token()
                + (hold.loss() != null ? ", lost" : hold.closing() != null ? ", closed" : "") + "]";
    }
}
