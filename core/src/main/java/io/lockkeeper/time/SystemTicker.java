package io.lockkeeper.time;

import java.util.function.LongSupplier;

/**
 * The system's monotonic clock, moved on by the time that the machine slept.
 *
 * <p>On Linux the clock behind {@code System.nanoTime} stands still while a laptop sleeps, but a store's clock
 * goes on. The wall clock shows such a gap: where it outruns the monotonic clock by more than 50 ms between two
 * readings, the difference counts as time that passed. A wall clock that was set forward looks the same and ends
 * leases early, which is safe; one that was set back changes nothing.
 */
public final class SystemTicker implements Ticker {

    private static final Ticker SHARED =
            new SystemTicker(System::nanoTime, () -> System.currentTimeMillis() * 1_000_000);

    private static final long GAP = 50_000_000;
    private static final long UNDISTURBED = 1_000_000;

    private final LongSupplier monotonic;
    private final LongSupplier wall;
    private final long origin;
    private volatile Offsets offsets;

    SystemTicker(LongSupplier monotonic, LongSupplier wall) {
        this.monotonic = monotonic;
        this.wall = wall;
        this.origin = monotonic.getAsLong();
        this.offsets = new Offsets(wall.getAsLong() - origin, 0);
    }

    /**
     * What is known of the two clocks. One object: who sees that a gap is accounted for sees the time, too.
     *
     * @param ahead by how much the wall clock is ahead of the monotonic one
     * @param slept how long the machine slept
     */
    private record Offsets(long ahead, long slept) {}

    /** Returns the ticker that everything in this JVM shares. */
    public static Ticker shared() {
        return SHARED;
    }

    @Override
    public long nanos() {
        long before = monotonic.getAsLong();
        long now = wall.getAsLong();
        Offsets seen = offsets;
        long gap = now - before - seen.ahead();
        if (gap > GAP || gap < -GAP) {
            return resynchronized();
        }
        return before - origin + seen.slept();
    }

    @Override
    public long nanosAwake() {
        return monotonic.getAsLong() - origin + offsets.slept();
    }

    /** The clocks parted. Reads them until nothing came between two readings, and takes note of the gap once. */
    private synchronized long resynchronized() {
        while (true) {
            long before = monotonic.getAsLong();
            long now = wall.getAsLong();
            long after = monotonic.getAsLong();
            if (after - before <= UNDISTURBED) {
                Offsets seen = offsets;
                long gap = now - before - seen.ahead();
                if (gap > GAP || gap < -GAP) {
                    offsets = new Offsets(now - before, seen.slept() + Math.max(0, gap));
                }
                return before - origin + offsets.slept();
            }
        }
    }
}
