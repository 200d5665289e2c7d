package io.lockkeeper.engine;

import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.store.Grant;
import java.time.Duration;

/**
 * This process's time as the store's holder of a lock: one grant, from which its threads hold in turn.
 *
 * <p>Only {@link #deadline()} is read outside the guard of the lock it belongs to.
 */
final class Tenure {

    private Grant grant;
    private final boolean echo;
    private final long began;
    private long lease;
    private volatile long deadline;
    private long nextToken;
    private int run;
    private boolean contended;
    private long renewAt;
    private long renewalSent = Long.MIN_VALUE;

    Tenure(Contender.Gain gain, long now, boolean contended) {
        this.grant = gain.grant();
        this.echo = gain.echo();
        this.lease = gain.lease();
        this.deadline = gain.deadline();
        this.began = now;
        this.contended = contended;
        this.nextToken = grant.firstToken();
        // By the deadline, not by now: of a lease that was granted earlier, less than two thirds may be left.
        long wanted = gain.extend() ? Math.min(lease, grant.remainingNanos()) : lease;
        this.renewAt = deadline == Deadlines.NEVER ? now + lease / 3 : deadline - (wanted - wanted / 3);
    }

    Grant grant() {
        return grant;
    }

    /** Whether a copy of the claim may still be on its way to the store, which would grant it once more. */
    boolean mayEcho() {
        return echo;
    }

    /** Until when the grant may be relied upon, or {@link Deadlines#NEVER}. */
    long deadline() {
        return deadline;
    }

    long leaseNanos() {
        return lease;
    }

    /** The lease that renewals ask for. */
    Duration lease() {
        return Duration.ofNanos(lease);
    }

    /** The next fencing token; {@link #mayPassOn} says whether there is one. */
    long takeToken() {
        run++;
        return nextToken++;
    }

    /** How many tokens were granted. */
    int range() {
        return (int) (grant.lastToken() - grant.firstToken() + 1);
    }

    /** Whether every token has been given to somebody. */
    boolean isUsedUp() {
        return nextToken > grant.lastToken();
    }

    /** From now on, others wait in the store (or may do so unknown to us). */
    void contended() {
        contended = true;
        grant = grant.withContention();
    }

    /**
     * Whether a local thread may inherit what is left, without asking the store.
     *
     * <p>While others wait there, a run of local holders is bounded in number and time.
     */
    boolean mayPassOn(LeasePolicy heir, long now, LocalRuns bounds) {
        if (isUsedUp()) {
            return false;
        }
        if (contended && isLong(now - began, bounds)) {
            return false;
        }
        long wanted = heir.lease().toNanos();
        // A pushed grant is short until it has been extended, which is about to happen.
        long enough = heir instanceof LeasePolicy.Fixed ? wanted : Math.min(wanted, grant.remainingNanos()) / 2;
        return deadline == Deadlines.NEVER || deadline - now >= enough;
    }

    private boolean isLong(long lasted, LocalRuns bounds) {
        return lasted >= bounds.atMost().toNanos()
                || (run >= bounds.holders() && lasted >= bounds.atLeast().toNanos());
    }

    /**
     * Asks for a renewal soon, for at least this lease: after a twentieth of what is left. A lock that is handed on
     * by then needs none, and hot locks are.
     */
    void hasten(long wanted, long now) {
        lease = Math.max(lease, wanted);
        renewAt = Math.min(renewAt, deadline == Deadlines.NEVER ? now : now + Math.max(0, deadline - now) / 20);
    }

    /** When to renew next; a renewal that had no answer for a quarter of the lease is repeated. */
    long renewAt() {
        return renewalSent == Long.MIN_VALUE ? renewAt : Math.max(renewAt, renewalSent + lease / 4);
    }

    /** Whether a renewal that is sent now comes early enough to be sent together with others. */
    boolean renewalDue(long now) {
        return now >= renewAt() - (renewalSent == Long.MIN_VALUE ? lease / 6 : 0);
    }

    void renewalSent(long now) {
        renewalSent = now;
    }

    /** Whether more than two thirds have passed of what was granted last, which may be a short claim time. */
    boolean isLate(long now) {
        return deadline != Deadlines.NEVER && deadline - now < grant.remainingNanos() / 3;
    }

    /** Takes note that a renewal for {@code nanos} nanoseconds, sent at {@code sent}, was answered with this grant. */
    void renewed(Grant current, long sent, long nanos) {
        grant = grant.contended() ? current.withContention() : current;
        renewalSent = Long.MIN_VALUE;
        renewAt = nanos < lease ? sent : sent + lease / 3;
        if (deadline != Deadlines.NEVER) {
            // Of a session less may be left than was asked for.
            deadline = Math.max(deadline, Deadlines.replied(sent, Math.min(nanos, current.remainingNanos())));
        }
    }

    /** Takes note of a renewal that failed: it is repeated soon, more often the less time is left. */
    void renewalFailed(long now) {
        renewalSent = Long.MIN_VALUE;
        long left = deadline == Deadlines.NEVER ? lease : deadline - now;
        renewAt = now + Math.max(left / 10, 5_000_000);
    }
}
