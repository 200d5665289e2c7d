package io.lockkeeper.bench.contestants;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.jspecify.annotations.Nullable;

/** One lock of {@link ShedLock}. */
final class ShedLockMutex implements Mutex {
    /** Three milliseconds: it is for the caller to choose, and at longer ones hand-overs would be nothing but the pause. */
    private static final long RETRY_NANOS = 3_000_000;

    private static final Duration LEASE = Duration.ofSeconds(30);

    private final LockProvider provider;
    private final String name;
    private volatile @Nullable SimpleLock held;

    ShedLockMutex(LockProvider provider, String name) {
        this.provider = provider;
        this.name = name;
    }

    @Override
    public void lock() {
        Optional<SimpleLock> lock = attempt();
        while (lock.isEmpty()) {
            LockSupport.parkNanos(RETRY_NANOS);
            lock = attempt();
        }
        held = lock.get();
    }

    @Override
    public void unlock() {
        SimpleLock mine = requireNonNull(held, "not held");
        held = null;
        mine.unlock();
    }

    private Optional<SimpleLock> attempt() {
        return provider.lock(new LockConfiguration(ClockProvider.now(), name, LEASE, Duration.ZERO));
    }
}
