package io.lockkeeper.bench.contestants;

import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The least that a lock can cost on some server: the fewest requests with which it can be taken and released.
 *
 * <p>No renewal, no re-entry, no token, no care about lost replies. Where nothing is said of it, there is no order either:
 * who finds the lock held tries again after {@link #RETRY_NANOS}.
 */
final class RawLimit {

    /** Ten milliseconds: often enough for short waits, seldom enough that 200 waiters leave the server time to work. */
    private static final long RETRY_NANOS = 10_000_000;

    static final long LEASE_MILLIS = 30_000;

    /** Deletes a key in Redis if one set it oneself. */
    static final String COMPARE_AND_DELETE =
            "return redis.call('get', KEYS[1]) == ARGV[1] and redis.call('del', KEYS[1]) or 0";

    private static final String PROCESS = UUID.randomUUID().toString();
    private static final AtomicLong MUTEXES = new AtomicLong();

    private RawLimit() {}

    /** Returns a new owner's name; {@link #value} tells its threads apart. */
    static String owner() {
        return PROCESS + ":" + MUTEXES.incrementAndGet();
    }

    static String value(String owner) {
        return owner + ":" + Thread.currentThread().getId();
    }

    /**
     * Returns a lock that polls.
     *
     * @param attempt tries to take it, and returns whether that is done
     * @param release releases it, and returns whether it was held
     */
    static Mutex polling(String name, Callable<Boolean> attempt, Callable<Boolean> release) {
        return Mutex.of(
                () -> {
                    while (!attempt.call()) {
                        LockSupport.parkNanos(RETRY_NANOS);
                    }
                },
                () -> {
                    if (!release.call()) {
                        throw new IllegalMonitorStateException(name + " was not held");
                    }
                });
    }
}
