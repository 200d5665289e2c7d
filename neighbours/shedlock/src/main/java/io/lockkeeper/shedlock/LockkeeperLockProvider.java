package io.lockkeeper.shedlock;

import io.lockkeeper.Guarantees;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.time.SystemTicker;
import io.lockkeeper.time.Ticker;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * ShedLock's lock provider over a {@link LockClient}, for any of its stores. Safe for use by many threads.
 *
 * <ul>
 *   <li>{@code lockAtMostFor} is a fixed lease: it is not renewed, and ends after that time, counted from the grant. It must be
 *       longer than zero and at most 365 days. On stores whose locks end with a session or a process ({@link
 *       io.lockkeeper.Guarantees.Expiry}), this process releases the lock at that time; if the process dies before, the lock
 *       ends with its session.
 *   <li>{@code lockAtLeastFor} is counted from the grant, too. A lock that is unlocked earlier stays held until then, even if
 *       the process ends or the client is closed; but on stores whose locks end with a session or a process, only until that ends.
 *       {@code extend} cannot shorten it on the other stores: the later of the first minimum and the new one applies, and if the
 *       client is closed before the unlock, the first one.
 *   <li>Times are measured by the store and by this machine's monotonic clock. {@code LockConfiguration}'s time of creation and
 *       ShedLock's {@code ClockProvider} have no effect, so the clocks of the machines need not agree.
 *   <li>{@code unlock} and {@code extend} of a lock affect only the holder's own lease. A lock that has expired, and is held by
 *       somebody else, is left alone: {@code unlock} does nothing then, and {@code extend} returns empty.
 * </ul>
 *
 * <p>The client belongs to the caller, and must be open while locks are held. On stores whose locks end with a session or a process,
 * it must also be open while they are kept.
 */
public final class LockkeeperLockProvider implements ExtensibleLockProvider {

    private final LockClient client;
    private final LockOptions options;
    private final Ticker ticker = SystemTicker.shared();

    /**
     * Creates a provider.
     *
     * @param client the client that acquires the locks; not closed by the provider
     */
    public LockkeeperLockProvider(LockClient client) {
        this(client, LockOptions.defaults());
    }

    /**
     * Creates a provider.
     *
     * @param client the client that acquires the locks; not closed by the provider
     * @param options purpose, description and listener of every lock; the lease is ShedLock's {@code lockAtMostFor}, and a longer
     *     {@link LockOptions#withAtLeast} than {@code lockAtLeastFor} applies instead of it
     */
    public LockkeeperLockProvider(LockClient client, LockOptions options) {
        this.client = Objects.requireNonNull(client, "client");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Acquires a lock if it is free: a single attempt, without waiting. An interrupt does not end it.
     *
     * @param configuration the lock's name and times
     * @return the lock; empty if it is held, also if by the calling thread
     * @throws IllegalArgumentException if the name has more than 1,024 characters or control characters, or {@code
     *     lockAtMostFor} is zero or longer than 365 days
     * @throws LockException if the store does not answer, or cannot guarantee what the purpose needs
     */
    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        try {
            return client.lock(configuration.getName())
                    .tryAcquireNow(options(configuration))
                    .map(lease -> new LeasedLock(configuration, lease, ticker));
        } catch (io.lockkeeper.LockException failure) {
            throw new LockException("The lock '" + configuration.getName() + "' could not be acquired.", failure);
        }
    }

    /** The options of a lock. Where the store can, it keeps the minimum time even if the client is closed before the unlock. */
    private LockOptions options(LockConfiguration configuration) {
        LockOptions fixed = options.withFixedLease(configuration.getLockAtMostFor());
        Duration atLeast = configuration.getLockAtLeastFor();
        boolean keeps = client.guarantees().expiry() == Guarantees.Expiry.STORE_CLOCK;
        return keeps && atLeast.compareTo(options.atLeast()) > 0 ? fixed.withAtLeast(atLeast) : fixed;
    }

    @Override
    public String toString() {
        return "LockkeeperLockProvider[" + client.guarantees().store() + "]";
    }
}
