package io.lockkeeper.engine;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Holder;
import io.lockkeeper.LockOptions;
import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import io.lockkeeper.time.Ticker;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the locks of one client share. Immutable but for the count of claims. */
final class Context {

    private final Store store;
    private final Store blocking;
    private final Duration longestCall;
    private final @Nullable Sessions sessions;
    private final ClientOptions options;
    private final Ticker ticker;
    private final Timer timer;
    private final Callbacks callbacks;
    private final Observers observers;
    private final Holder self;
    private final AtomicLong claims = new AtomicLong();

    Context(Store store, ClientOptions options, Ticker ticker, Timer timer) {
        this.store = store;
        this.blocking = store instanceof BlockingCalls able ? able.blocking() : store;
        this.longestCall = store instanceof BlockingCalls able ? able.longestCall() : Duration.ZERO;
        this.sessions = store instanceof Sessions able ? able : null;
        this.options = options;
        this.ticker = ticker;
        this.timer = timer;
        this.callbacks = new Callbacks();
        this.observers = new Observers(options.listeners(), callbacks);
        this.self = Identity.of(options);
    }

    Store store() {
        return store;
    }

    /** The store as a thread asks it that waits for the answer anyway. */
    Store blocking() {
        return blocking;
    }

    /** The store as it is to be asked on behalf of a waiter. */
    Store storeFor(Waiter waiter) {
        return waiter.mayBlock(longestCall) ? blocking : store;
    }

    /** As much of a lease as the store can grant at a time. */
    Duration grantable(Duration lease) {
        if (sessions == null) {
            return lease;
        }
        Duration longest = sessions.longestLease();
        return lease.compareTo(longest) <= 0 ? lease : longest;
    }

    ClientOptions options() {
        return options;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    Observers observers() {
        return observers;
    }

    long now() {
        return ticker.nanos();
    }

    /** The time, but for what the machine slept since {@link #now()} was asked last: costs half. */
    long nowIfAwake() {
        return ticker.nanosAwake();
    }

    Timer.Scheduled after(long nanos, Runnable task) {
        return timer.schedule(nanos, task);
    }

    /** This client's random id. */
    String client() {
        return self.client();
    }

    ClaimId nextClaimId() {
        return new ClaimId(self.client(), claims.incrementAndGet());
    }

    /** This client as the holder of a lock, for a thread or for nobody in particular. */
    Holder holder(@Nullable Thread thread, LockOptions options) {
        String description = options.description();
        return new Holder(
                self.client(),
                self.host(),
                self.pid(),
                thread == null ? "async" : thread.getName().isEmpty() ? "virtual" : thread.getName(),
                description.isEmpty() ? self.description() : description,
                self.processGroup());
    }

    /** Asks the store for a capability that it may have. */
    <C, R> R ifCapable(Class<C> capability, Function<C, R> can, R cannot) {
        return capability.isInstance(store) ? can.apply(capability.cast(store)) : cannot;
    }
}
