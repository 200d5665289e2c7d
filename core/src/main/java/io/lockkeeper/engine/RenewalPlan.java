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
    private static final long LATEST_REPEAT = 10_000_000_000L;

    private long lease;
    private long term;
    private long pause = Deadlines.NEVER;
    private long at;
    private long sent = NOT_SENT;
    private long due = NOT_SENT;
    private int underWay;
    private long wanted = NOT_SENT;
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

    /** From now on the store is asked so often at least, since what is not renewed may be taken away, too. */
    void askEvery(long longest, long now) {
        pause = longest;
        at = Math.min(at, now + longest);
    }

    /** As {@link #askEvery}, for a tenure that was granted just now, so that it need not be asked about before. */
    void askAfter(long longest, long now) {
        pause = longest;
        at = now + longest;
    }

    /** From now on the store is asked only to renew. */
    void askToRenew() {
        pause = Deadlines.NEVER;
    }

    private long span() {
        return Math.min(term, pause);
    }

    /** Whether nothing is under way that prolongs, shortens or asks. */
    boolean isQuiet() {
        return underWay == 0 && !isBeingSet();
    }

    /** Whether the lease is being set, or is to be. */
    boolean isBeingSet() {
        return setting || isStepWaiting();
    }

    private boolean isStepWaiting() {
        return steps != null && !steps.isEmpty();
    }

    /** Plans anew, since the lease was set: a renewal that failed before is not late any more. */
    void set(long asked, long granted, long end, long now) {
        due = NOT_SENT;
        begin(asked, granted, end, now);
    }

    /** Plans anew, by the end and by now: of a lease that was granted earlier, less than this one may be left, or more. */
    void begin(long asked, long granted, long end, long now) {
        lease = asked;
        term = Math.min(asked, granted);
        long due = end == Deadlines.NEVER ? now + asked / 3 : Math.min(now + term / 3, end - (term - term / 3));
        at = pause == Deadlines.NEVER ? due : Math.min(due, now + pause);
    }

    /** Has renewals ask for so much from now on, which is no more than before. */
    void shorten(long asked, long end, long now) {
        long planned = asked == lease ? at : Deadlines.NEVER;
        begin(asked, term, end, now);
        at = Math.min(at, planned);
    }

    /** Has the next renewal ask for so much, no later than this. */
    void hasten(long asked, long time) {
        lease = asked;
        at = Math.min(at, time);
    }

    /** Has the tenure renewed at once, whatever is under way. */
    void now(long time) {
        at = Math.min(at, time);
        sent = NOT_SENT;
    }

    /** Has the store asked soon, by a request that is sent after this time: once nothing is under way. */
    void ask(long time) {
        if (isQuiet()) {
            at = Math.min(at, time);
        } else {
            wanted = time;
        }
    }

    private void askIfWanted() {
        if (wanted != NOT_SENT && isQuiet()) {
            at = Math.min(at, wanted);
            wanted = NOT_SENT;
        }
    }

    /** When to renew next; one that had no answer for a quarter of that is repeated. */
    long at() {
        if (setting) {
            return Deadlines.NEVER;
        }
        // A step that waits for the answer would wait for the repeat's, too.
        return sent == NOT_SENT ? at : Math.max(at, sent + span() / (isStepWaiting() ? 2 : 4));
    }

    /** Whether a renewal that is sent now comes early enough to be sent together with others. */
    boolean isNear(long now) {
        return !setting && now >= at() - (sent == NOT_SENT ? span() / 6 : 0);
    }

    void sent(long now) {
        if (due == NOT_SENT) {
            due = at;
        }
        sent = now;
        underWay++;
    }

    /** How late it is for the renewal that is answered now, whose repeats were due later: zero if it is early. */
    long lag(long now) {
        return due == NOT_SENT ? 0 : Math.max(0, now - due);
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
        due = NOT_SENT;
        at = enough ? time + Math.min(pause, Math.max(term / 3, SOONEST_REPEAT)) : time;
        answered();
    }

    /** Takes note that the store has the lease still, as it said to a request that was sent at a time. */
    void checked(long time) {
        due = NOT_SENT;
        at = time + (pause == Deadlines.NEVER ? term / 3 : pause);
        answered();
    }

    /** Takes note of a renewal that failed: it is repeated soon, more often the less time is left. */
    void failed(long now, long left) {
        at = now + Math.min(LATEST_REPEAT, Math.max(left / 10, SOONEST_REPEAT));
        wanted = NOT_SENT; // The repeat asks.
        answered();
    }

    /**
     * Takes a step that sets the lease when neither a renewal nor another such step is under way: at once, or later. Until
     * {@link #settled}, nothing is renewed.
     */
    void whenQuiet(Runnable step) {
        if (underWay == 0 && !setting) {
            take(step);
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
        askIfWanted();
    }

    private void answered() {
        sent = NOT_SENT;
        underWay--;
        next();
        askIfWanted();
    }

    private void next() {
        Runnable step = steps == null || underWay > 0 || setting ? null : steps.poll();
        if (step != null) {
            take(step);
        }
    }

    private void take(Runnable step) {
        setting = true;
        try {
            step.run();
        } catch (Throwable unexpected) { // No memory, say: it was not sent, so no answer will come.
            setting = false;
            throw unexpected;
        }
    }
}
