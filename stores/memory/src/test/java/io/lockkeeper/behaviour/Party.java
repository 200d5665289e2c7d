package io.lockkeeper.behaviour;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.contract.Eventually;
import io.lockkeeper.faults.Ear;
import io.lockkeeper.faults.Pausable;
import io.lockkeeper.faults.Script;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One client, and what a test can do to it.
 *
 * @param locks the client
 * @param requests the courses of its requests
 * @param ear through which it hears its store
 * @param process whose timer can be paused
 */
record Party(LockClient locks, Script requests, Ear ear, Pausable process) {

    static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Takes a lock that is free. */
    Lease hold(String name) {
        return hold(name, LockOptions.defaults());
    }

    /** Takes a lock that is free. */
    Lease hold(String name, LockOptions options) {
        return locks.lock(name, options).tryAcquire().orElseThrow(() -> new AssertionError(name + " is not free"));
    }

    /** Begins to wait for a lock. */
    CompletableFuture<Lease> await(String name) {
        return locks.lock(name).acquireAsync();
    }

    /** Begins to wait for a lock. */
    CompletableFuture<Lease> await(String name, LockOptions options) {
        return locks.lock(name, options).acquireAsync();
    }

    /** The answer that is due now. */
    static <T> T answer(CompletableFuture<T> due) {
        return Eventually.answer(PATIENCE, due);
    }

    /** Whether it could have the lock now. */
    boolean isFree(String name) {
        Optional<Lease> lease = locks.lock(name).tryAcquire();
        lease.ifPresent(Lease::close);
        return lease.isPresent();
    }
}
