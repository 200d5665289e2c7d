package io.lockkeeper.memcached;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;

/**
 * How many seconds memcached is asked to keep an item, so that it keeps it for at least a lease, counted from the sending.
 *
 * <p>memcached's clock is a number of whole seconds, set anew by a timer that runs out a second after the last time and
 * some microseconds. So when an item for n seconds is made, that number is up to 2 s behind: by less than a second that
 * has passed since the last tick, and less than another by which the tick was late after the full second. As ticks come
 * later and later after the full second, now and then one takes the number two seconds ahead, and an item made just
 * before it lives for little more than n − 2 s. None lives longer than n s.
 *
 * <p>A server that stood still is further behind: its workers serve what waited for them before the clock has ticked, and
 * the item lives shorter by all the time that it stood still. Therefore the time for which nothing was heard of the
 * server is added, up to a third of the lease.
 */
final class Expiry {

    /** From 30 days on, memcached takes a number of seconds for a moment of its wall clock. */
    private static final long MOST_SECONDS = Duration.ofDays(30).toSeconds() - 1;

    /** What the clock may be behind. */
    private static final long BEHIND_SECONDS = 2;

    /** How late a tick may come on a busy machine. */
    private static final long LATE_NANOS = 250_000_000;

    private static final long SECOND = 1_000_000_000;

    /** The longest lease, with room for what is added to it. */
    static final Duration LONGEST = Duration.ofDays(22);

    private Expiry() {}

    /** Refuses a lease that memcached can't keep; cutting it would surprise whoever relies on it. */
    static void check(Duration lease) {
        if (lease.compareTo(LONGEST) > 0) {
            throw tooLong(lease);
        }
    }

    static IllegalArgumentException tooLong(Duration lease) {
        return new IllegalArgumentException(
                "memcached keeps nothing for longer than a month, so a lease of a lock there is at most "
                        + StoreAddress.text(LONGEST) + "; this one: " + StoreAddress.text(lease));
    }

    /**
     * The seconds to ask for.
     *
     * @param lease how long the item must live, from the sending on
     * @param silence for how long the server may have stood still, at the most
     */
    static int seconds(long lease, long silence) {
        long still = Math.min(silence, Math.max(lease / 3, SECOND));
        long nanos = lease + still + LATE_NANOS;
        return Math.toIntExact(Math.min(MOST_SECONDS, (nanos + SECOND - 1) / SECOND + BEHIND_SECONDS));
    }
}
