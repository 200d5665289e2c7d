package io.lockkeeper.idempotency.jdbc;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** When a request that waits looks at its key again. For one thread. */
final class Looks {

    private static final long FIRST_PAUSE = 4_000_000;
    private static final long LONGEST_PAUSE = 200_000_000;
    private static final int ROUNDS = 10;

    private final long began = System.nanoTime();
    private final Duration maxWait;
    private final Duration timeout;
    private long pause = FIRST_PAUSE;
    private int rounds;

    /** Since when the database undoes transactions; meaningful if {@link #undone} is set. */
    private long undoneSince;

    private boolean undone;

    /**
     * Begins to wait.
     *
     * @param maxWait for the request in flight
     * @param timeout for the database
     */
    Looks(Duration maxWait, Duration timeout) {
        this.maxWait = maxWait;
        this.timeout = timeout;
    }

    /** How long this request has waited. */
    Duration waited() {
        return Duration.ofNanos(System.nanoTime() - began);
    }

    /** How much of the wait is left; zero or negative if it is over. */
    Duration left() {
        return maxWait.minus(waited());
    }

    /** Pauses, unless the wait is over. */
    boolean pauseForOther() throws InterruptedException {
        long left = left().toNanos();
        if (left <= 0) {
            return false;
        }
        undone = false;
        sleep(Math.min(pause(), left));
        return true;
    }

    /** Pauses after the database has undone a transaction in which nothing ran yet; false if it did only that for the timeout. */
    boolean pauseAfterUndoing() throws InterruptedException {
        long now = System.nanoTime();
        if (!undone) {
            undone = true;
            undoneSince = now;
        }
        if (now - undoneSince >= timeout.toNanos()) {
            return false;
        }
        sleep(pause());
        return true;
    }

    /** Whether to look again at once at a row that was there but not seen. */
    boolean mayLookAtOnce() {
        rounds++;
        return rounds <= ROUNDS;
    }

    private long pause() {
        long next = ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
        return next;
    }

    private static void sleep(long nanos) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(nanos);
    }
}
