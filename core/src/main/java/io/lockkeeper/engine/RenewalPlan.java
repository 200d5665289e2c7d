package io.lockkeeper.engine;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** When one tenure is renewed next, and for how long. Used under the guard of its lock. */
final class RenewalPlan {

    private static final long NOT_SENT = Long.MIN_VALUE;
    private static final long SOONEST_REPEAT = 5_000_000;

    private long lease;
    private long at;
    private long sent = NOT_SENT;
    private int underWay;
    private boolean setting;
    private @Nullable Queue<Runnable> steps;

    /**
     * Plans the first renewal: a third of the lease after the grant.
     *
     * @param lease what renewals ask for, in nanoseconds
     * @param at when
     */
    RenewalPlan(long lease, long at) {
        this.lease = lease;
        this.at = at;
    }

    /** What renewals ask for, in nanoseconds. */
    long lease() {
        return lease;
    }

    /** Has the next renewal ask for at least so much, no later than this. */
    void hasten(long wanted, long time) {
        lease = Math.max(lease, wanted);
        at = Math.min(at, time);
    }

    /** Has the tenure renewed at once, whatever is under way. */
    void now(long time) {
        at = Math.min(at, time);
        sent = NOT_SENT;
    }

    /** When to renew next; a renewal that had no answer for a quarter of the lease is repeated. */
    long at() {
        if (setting) {
            return Deadlines.NEVER;
        }
        return sent == NOT_SENT ? at : Math.max(at, sent + lease / 4);
    }

    /** Whether a renewal that is sent now comes early enough to be sent together with others. */
    boolean isNear(long now) {
        return !setting && now >= at() - (sent == NOT_SENT ? lease / 6 : 0);
    }

    void sent(long now) {
        sent = now;
        underWay++;
    }

    /** Takes note that a renewal for {@code nanos} nanoseconds, sent at {@code time}, was answered. */
    void renewed(long time, long nanos) {
        at = nanos < lease ? time : time + lease / 3;
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
