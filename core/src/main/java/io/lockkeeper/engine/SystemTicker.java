package io.lockkeeper.engine;

import io.lockkeeper.time.Ticker;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The system's monotonic clock, moved on by the time that the machine slept.
 *
 * <p>On Linux the clock behind {@code System.nanoTime} stands still while a laptop sleeps, but a store's clock
 * goes on. The wall clock shows such a gap: where it outruns the monotonic clock by more than 50 ms between two
 * readings, the difference counts as time that passed. A wall clock that was set forward looks the same and ends
 * leases early, which is safe; one that was set back changes nothing.
 */
final class SystemTicker implements Ticker {

    private static final Ticker SHARED =
            new SystemTicker(System::nanoTime, () -> System.currentTimeMillis() * 1_000_000);

    private static final long GAP = 50_000_000;
    private static final long UNDISTURBED = 1_000_000;

    private final LongSupplier monotonic;
    private final LongSupplier wall;
    private final long origin;
    private final AtomicLong ahead;
    private final AtomicLong slept = new AtomicLong();

    SystemTicker(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        this.origin = monotonic.getAsLong();
        this.ahead = new AtomicLong(wall.getAsLong() - origin);
    }

    static Ticker shared() {
        return SHARED;
    }

    @Override
    public long nanos() {
        long before = monotonic.getAsLong();
        long now = wall.getAsLong();
        long seen = ahead.get();
        long gap = now - before - seen;
        if (gap > GAP || gap < -GAP) {
            return resynchronized(seen);
        }
        return before - origin + slept.get();
    }

    @Override
    public long nanosAwake() {
        return monotonic.getAsLong() - origin + slept.get();
    }

    /** The clocks parted. Reads them until nothing came between two readings, and takes note of the gap once. */
    private long resynchronized(long seen) {
        while (true) {
            long before = monotonic.getAsLong();
            long now = wall.getAsLong();
            long after = monotonic.getAsLong();
            if (after - before <= UNDISTURBED) {
                long gap = now - before - seen;
                if ((gap > GAP || gap < -GAP) && ahead.compareAndSet(seen, now - before) && gap > 0) {
                    slept.addAndGet(gap);
                }
                return before - origin + slept.get();
            }
        }
    }
}
