package io.lockkeeper.memcached;

import java.security.SecureRandom;

/**
 * How long the lock of an item was promised to last, as of when it was last written.
 *
 * @param nanos the lease, from then on
 * @param from when that was, by {@link System#nanoTime()} of the process that wrote it
 * @param clock names that process: elsewhere, its time means nothing
 */
record Lifetime(long nanos, long from, long clock) {

    private static final long THIS_CLOCK = new SecureRandom().nextLong();

    static Lifetime of(long nanos, long now) {
        return new Lifetime(nanos, now, THIS_CLOCK);
    }

    /** Checks that it is a lease of ours: a value may be damaged, or forged. */
    Lifetime {
        if (nanos < 0 || nanos > Expiry.LONGEST.toNanos()) {
            throw new IllegalArgumentException("A lease lasts for up to " + Expiry.LONGEST + "; this one: " + nanos);
        }
    }

    /** What is left of the lease by now; if another process wrote it, all of it, since it may have been a moment ago. */
    long left(long now) {
        long passed = now - from;
        return clock == THIS_CLOCK && passed >= 0 ? nanos - passed : nanos;
    }
}
