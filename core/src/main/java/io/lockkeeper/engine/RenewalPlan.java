package io.lockkeeper.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * When one tenure is renewed next, and for how long: when a third has passed of what was granted last. Used under the guard
 * of its lock.
 */
final class RenewalPlan {

    private static final long NOT_SENT = Long.MIN_VALUE;
    private static final long SOONEST_REPEAT = 5_000_000;

    private long lease;
    private long term;
    private long at;
    private long sent = NOT_SENT;
    private int underWay;
    private boolean setting;
    private @Nullable Queue<Runnable> steps;

    /**
     * Plans the first renewal.
     *
     * @param lease what renewals ask for, in nanoseconds
     * @param granted how much of it the store granted
     * @param end when the tenure ends, or {@link Deadlines#NEVER}
     * @param now the time
     */
    RenewalPlan(long lease, long granted, long end, long now) {
        begin(lease, granted, end, now);
    }

    /** What renewals ask for, in nanoseconds. */
    long lease() {
        return lease;
    }

    /** What the store granted last, if that is less: in nanoseconds. */
    long term() {
        return term;
    }

    /** Plans anew, by the end and not by now: of a lease that was granted earlier, less than two thirds may be left. */
    void begin(long wanted, long granted, long end, long now) {
        lease = wanted;
        term = Math.min(wanted, granted);
        at = end == Deadlines.NEVER ? now + wanted / 3 : end - (term - term / 3);
    }

    /** Has the next renewal ask for so much, no later than this. */
    void hasten(long wanted, long time) {
        lease = wanted;
        at = Math.min(at, time);
    }

    /** Has the tenure renewed at once, whatever is under way. */
    void now(long time) {
        at = Math.min(at, time);
        sent = NOT_SENT;
    }

    /** When to renew next; a renewal that had no answer for a quarter of the term is repeated. */
    long at() {
        if (setting) {
            return Deadlines.NEVER;
        }
        return sent == NOT_SENT ? at : Math.max(at, sent + term / 4);
    }

    /** Whether a renewal that is sent now comes early enough to be sent together with others. */
    boolean isNear(long now) {
        return !setting && now >= at() - (sent == NOT_SENT ? term / 6 : 0);
    }

    void sent(long now) {
        sent = now;
        underWay++;
    }

    /**
     * Takes note that a renewal was answered.
     *
     * @param time when it was sent
     * @param granted what the store granted, in nanoseconds
     * @param enough whether as much was asked for as is wanted now
     */
    void renewed(long time, long granted, boolean enough) {
        term = Math.min(lease, granted);
        at = enough ? time + Math.max(term / 3, SOONEST_REPEAT) : time;
        answered();
    }

    /** Takes note of a renewal that failed: it is repeated soon, more often the less time is left. */
    void failed(long now, long left) {
        at = now + Math.max(left / 10, SOONEST_REPEAT);
        answered();
    }

    /**
     * Takes a step that sets the lease when neither a renewal nor another such step is under way: at once, or later. Until
     * {@link #settled}, nothing is renewed.
     */
    void whenQuiet(Runnable step) {
        if (underWay == 0 && !setting) {
            setting = true;
            step.run();
        } else {
            if (steps == null) {
                steps = new ArrayDeque<>(1);
            }
            steps.add(step);
        }
    }

    /** A step that set the lease is over. */
    void settled() {
        setting = false;
        next();
    }

    private void answered() {
        sent = NOT_SENT;
        underWay--;
        next();
    }

    private void next() {
        Runnable step = steps == null || underWay > 0 || setting ? null : steps.poll();
        if (step != null) {
            setting = true;
            step.run();
        }
    }
}
