package io.lockkeeper.zookeeper;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.function.LongSupplier;

/**
 * Java's monotonic clock, moved on by the time that the machine slept: that clock stands still then, the servers' do not. Where the wall
 * clock outruns it by more than 50 ms, the difference counts as sleep. A wall clock that was set forward looks the same and ends a
 * session early, which is safe; one that was set back changes nothing.
 */
final class SessionClock {

    private static final SessionClock SYSTEM = new SessionClock(System::nanoTime, System::currentTimeMillis);

    private static final long GAP = MILLISECONDS.toNanos(50);
    private static final long UNDISTURBED = MILLISECONDS.toNanos(1);

    private final LongSupplier monotonicNanos;
    private final LongSupplier wallMillis;
    private long apart;
    private long slept;

    SessionClock(LongSupplier monotonicNanos, LongSupplier wallMillis) {
        this.monotonicNanos = monotonicNanos;
        this.wallMillis = wallMillis;
        this.apart = MILLISECONDS.toNanos(wallMillis.getAsLong()) - monotonicNanos.getAsLong();
    }

    static SessionClock system() {
        return SYSTEM;
    }

    /** The time now. Reads the two clocks until nothing came between. */
    synchronized long nanos() {
        long now;
        long wall;
        do {
            now = monotonicNanos.getAsLong();
            wall = MILLISECONDS.toNanos(wallMillis.getAsLong());
        } while (monotonicNanos.getAsLong() - now > UNDISTURBED);
        long gap = wall - now - apart;
        if (Math.abs(gap) > GAP) {
            apart += gap;
            slept += Math.max(gap, 0);
        }
        return now + slept;
    }
}
