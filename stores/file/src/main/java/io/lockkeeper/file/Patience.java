package io.lockkeeper.file;

import io.lockkeeper.Holder;
import io.lockkeeper.store.ClaimId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The claims that found their lock taken, and when they are to ask again: soon at first, then less often, so
 * that a short wait stays short and a long one burns little. Who is next in line asks more often than the
 * others, so that hand-overs are prompt however many wait. Belongs to the {@link IoThread}.
 */
final class Patience {

    private static final long FIRST_MILLIS = 2;
    private static final long LONGEST_OF_NEXT_MILLIS = 10;
    private static final long LONGEST_MILLIS = 25;
    private static final long LONGEST_AFTER_LONG_MILLIS = 50;
    private static final int LONG = 100;
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Map<ClaimId, Wait> waits = new Recent<>();

    /** What is known of one claim. */
    static final class Wait {
        private int refusals;
        private @Nullable Holder holder;
        private long seen;

        int refusals() {
            return refusals;
        }

        /** Who was seen to hold the lock, not long ago; reading that costs more than the attempt itself. */
        @Nullable
        Holder freshHolder() {
            return holder != null && System.nanoTime() - seen < FRESH_NANOS ? holder : null;
        }

        /** Takes note of who holds the lock. */
        void sees(@Nullable Holder now) {
            holder = now;
            seen = System.nanoTime();
        }

        /** Counts a refusal. */
        void refused() {
            refusals++;
        }

        /** When to ask again. */
        Duration next(boolean first) {
            long longest = refusals > LONG ? LONGEST_AFTER_LONG_MILLIS : LONGEST_MILLIS;
            return Duration.ofMillis(
                    first
                            ? Math.min(LONGEST_OF_NEXT_MILLIS, FIRST_MILLIS + refusals / 8)
                            : Math.min(longest, FIRST_MILLIS + refusals));
        }
    }

    /** What is known of a claim. */
    Wait of(ClaimId claim) {
        return waits.computeIfAbsent(claim, first -> new Wait());
    }

    /** Forgets a claim that was granted or given up. */
    void forget(ClaimId claim) {
        waits.remove(claim);
    }
}
