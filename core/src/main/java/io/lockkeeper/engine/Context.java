package io.lockkeeper.engine;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Holder;
import io.lockkeeper.LockOptions;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Environment;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import io.lockkeeper.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the locks of one client share. Immutable but for the count of claims and the losses that are to be told. */
final class Context {

    private final Store store;
    private final Store blocking;
    private final Duration longestCall;
    private final @Nullable Sessions sessions;
    private final ClientOptions options;
    private final Environment environment;
    private final Backoff backoff;
    private final Observers observers;
    private final Holder self;
    private final Losses losses = new Losses();
    private final LeftLeases left = new LeftLeases();
    private final PushSecrets secrets;
    private final AtomicLong claims = new AtomicLong();

    Context(Store store, ClientOptions options, Environment environment) {
        this.store = store;
        this.blocking = store instanceof BlockingCalls able ? able.blocking() : store;
        this.longestCall = store instanceof BlockingCalls able ? able.longestCall() : Duration.ZERO;
        this.sessions = store instanceof Sessions able ? able : null;
        this.options = options;
        this.environment = environment;
        this.backoff = new Backoff(environment.random());
        this.observers = new Observers(options.listeners(), environment.callbacks());
        this.self = Identity.of(options, environment.random());
        this.secrets = new PushSecrets(environment.random());
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

    /** Whether locks last as long as a session that they share. */
    boolean bySession() {
        return sessions != null;
    }

    /** As much of a lease as the store can grant at a time. */
    Duration grantable(Duration lease) {
        if (sessions == null) {
            return lease;
        }
        Duration longest = sessions.longestLease();
        return lease.compareTo(longest) <= 0 ? lease : longest;
    }

    /** Prolongs a lease. Empty if the store does not have it any more; fails if the store does not say. */
    CompletionStage<Optional<Grant>> prolonged(Grant grant, Duration lease) {
        return store.renew(List.of(new Renewal(grant, lease))).thenApply(outcome -> {
            Grant renewed = outcome.renewed().get(grant.claim());
            if (renewed == null && !outcome.lost().contains(grant.claim())) {
                throw new StoreUnavailableException(
                        "The store does not say whether the lease of the lock '" + grant.name() + "' was prolonged.",
                        true,
                        null);
            }
            return Optional.ofNullable(renewed);
        });
    }

    ClientOptions options() {
        return options;
    }

    /** Runs what is the users' code, or may be. */
    Executor callbacks() {
        return environment.callbacks();
    }

    Observers observers() {
        return observers;
    }

    /** What threads are still to be told. */
    Losses losses() {
        return losses;
    }

    /** What nobody holds any more, and must not be given back. */
    LeftLeases left() {
        return left;
    }

    /** How long it takes to notice the loss of what is not renewed: it is asked about so often. */
    long checkInterval() {
        return Nanos.of(options.lease()) / 3;
    }

    Backoff backoff() {
        return backoff;
    }

    long now() {
        return environment.ticker().nanos();
    }

    /** The time, but for what the machine slept since {@link #now()} was asked last: costs half. */
    long nowIfAwake() {
        return environment.ticker().nanosAwake();
    }

    Instant instant() {
        return environment.ticker().instant();
    }

    Timer.Scheduled after(long nanos, Runnable task) {
        return environment.timer().schedule(nanos, task);
    }

    /** This client's random id. */
    String client() {
        return self.client();
    }

    ClaimId nextClaimId() {
        return new ClaimId(self.client(), claims.incrementAndGet());
    }

    /** Whether a claim is one of this client's. */
    boolean hasMade(ClaimId claim) {
        return claim.client().equals(self.client()) && claim.sequence() <= claims.get();
    }

    /** What pushed grants must contain. */
    PushSecrets secrets() {
        return secrets;
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
