package io.lockkeeper.engine;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeasePolicy;
import io.lockkeeper.LocalRuns;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.time.Timer.Scheduled;
import org.jspecify.annotations.Nullable;

/**
 * This process's time as the store's holder of a lock: one grant, from which its threads hold in turn.
 *
 * <p>Only {@link #deadline()} and {@link #isLingering()} are read outside the guard of the lock it belongs to.
 */
final class Tenure {

    private final RenewalPlan renewal;
    private final boolean echo;
    private final long began;
    private Grant grant;
    private volatile long deadline;
    private long nextToken;
    private int run;
    private boolean contended;
    private @Nullable Hold hold;
    private volatile @Nullable Scheduled lingering;
    private LeaseLoss.@Nullable Reason suspicion;
    private long suspected;
    private boolean named;
    private boolean kept;
    private long atMost = Deadlines.NEVER;
    private long latest = Long.MIN_VALUE;

    Tenure(Gain gain, long now, boolean contended) {
        this.grant = gain.grant();
        this.echo = gain.echo();
        this.deadline = gain.deadline();
        this.began = now;
        this.contended = contended;
        this.nextToken = grant.firstToken();
        this.renewal =
                new RenewalPlan(gain.lease(), gain.extend() ? grant.remainingNanos() : gain.lease(), deadline, now);
    }

    Grant grant() {
        return grant;
    }

    boolean isOf(ClaimId claim) {
        return grant.claim().equals(claim);
    }

    /** Whether a copy of the claim may still be on its way to the store, which would grant it once more. */
    boolean mayEcho() {
        return echo;
    }

    /** Until when the grant may be relied upon, or {@link Deadlines#NEVER}. */
    long deadline() {
        return deadline;
    }

    /** What is left of it. */
    long left(long now) {
        return deadline == Deadlines.NEVER ? Deadlines.NEVER : deadline - now;
    }

    RenewalPlan renewal() {
        return renewal;
    }

    /** Who holds by it now; null while it is on its way back, or is left to expire. */
    @Nullable
    Hold hold() {
        return hold;
    }

    void heldBy(@Nullable Hold holder) {
        hold = holder;
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

    /** A message says that it was taken away; a renewal that is sent from now on will tell. */
    void suspect(LeaseLoss.Reason reason, long now) {
        suspicion = reason;
        suspected = now;
        renewal.now(now);
    }

    /** Whether the store is to be asked if it was taken away. */
    boolean isSuspected() {
        return suspicion != null;
    }

    /** Whether its id was given out. */
    boolean isNamed() {
        return named;
    }

    /** Its id was given out: whoever has that may end it, so nobody inherits it. */
    void named() {
        named = true;
    }

    /** Whether the store's lease may last longer than is known here: a request that prolongs it had no answer. */
    boolean mayLastLonger() {
        return latest > deadline;
    }

    /** When the store's lease ends at the latest, as far as can be known. */
    long latestEnd() {
        return Math.max(deadline, latest);
    }

    /** Whether the store's lease may be another than the one known here, now or later: to set it had no answer. */
    boolean isUnsettled() {
        return atMost != Deadlines.NEVER;
    }

    /** Why it is lost, now that the store does not have it. */
    LeaseLoss.Reason whyGone() {
        return suspicion == null ? LeaseLoss.Reason.GONE : suspicion;
    }

    /**
     * Whether a local waiter may inherit what is left, without asking the store.
     *
     * <p>While others wait there, a run of local holders is bounded in number and time. And what is left is no more than
     * the heir asked for, since that is how long the lock stays taken if this process dies; where locks belong to a
     * session, that ends them all.
     */
    boolean mayPassOn(Waiter heir, long now, LocalRuns bounds, boolean bySession) {
        if (isUsedUp()
                || named
                || isSuspected()
                || renewal.isBeingSet()
                || isUnsettled()
                || (contended && isLong(now - began, bounds))
                || !heir.options().atLeast().isZero()) {
            return false;
        }
        long left = left(now);
        if (left == Deadlines.NEVER) {
            return true;
        }
        long wanted = Nanos.of(heir.policy().granted());
        if (heir.policy() instanceof LeasePolicy.Fixed) {
            return bySession && left >= wanted;
        }
        // A pushed grant is short until it has been extended, which is about to happen.
        return left >= Math.min(wanted, renewal.term()) / 2 && (bySession || left <= wanted);
    }

    private boolean isLong(long lasted, LocalRuns bounds) {
        return lasted >= Nanos.of(bounds.atMost()) || (run >= bounds.holders() && lasted >= Nanos.of(bounds.atLeast()));
    }

    /** A holding begins that has it renewed for so much at a time: soon if that is more than before. */
    void plan(long wanted, boolean soon, long now) {
        if (soon || wanted > renewal.lease()) {
            hasten(wanted, now);
        } else {
            renewal.shorten(wanted, deadline, now);
        }
    }

    /**
     * Asks for a renewal soon, for this lease: after a twentieth of what is left. A lock that is handed on by then needs
     * none, and hot locks are.
     */
    void hasten(long wanted, long now) {
        renewal.hasten(wanted, deadline == Deadlines.NEVER ? now : now + Math.max(0, deadline - now) / 20);
    }

    /** Whether more than two thirds have passed of what was granted last, which may be a short claim time. */
    boolean isLate(long now) {
        return deadline != Deadlines.NEVER && deadline - now < Math.min(grant.remainingNanos(), renewal.term()) / 3;
    }

    /**
     * Takes note that a renewal was answered.
     *
     * @param current the grant as it is now
     * @param sent when the request was sent
     * @param asked for how many nanoseconds
     * @param wanted how many would be asked for now
     */
    void renewed(Grant current, long sent, long asked, long wanted) {
        grant = grant.contended() ? current.withContention() : current;
        // Of a session less may be left than was asked for.
        long granted = Math.min(atMost, Math.min(asked, current.remainingNanos()));
        if (deadline != Deadlines.NEVER) {
            deadline = Math.max(deadline, Deadlines.replied(sent, granted));
        }
        renewal.renewed(sent, granted, asked >= wanted);
        confirmed(sent);
    }

    /** Takes note that the store has the lease still, as it answered to a request. */
    void checked(Grant current, long sent) {
        if (current.contended()) {
            contended();
        }
        renewal.checked(sent);
        confirmed(sent);
    }

    private void confirmed(long sent) {
        if (sent >= suspected) {
            suspicion = null;
        } else if (isSuspected()) {
            renewal.now(sent); // It was sent before somebody said that the lease is gone.
        }
    }

    /** Takes note of a renewal that had no answer: for how long it may have prolonged the lease, 0 if it did not. */
    void renewalFailed(long now, long mayLast) {
        latest = Math.max(latest, now + mayLast);
        renewal.failed(now, deadline == Deadlines.NEVER ? renewal.lease() : deadline - now);
    }

    /** Has a request, sent now, end the store's lease after so much: it may arrive though its answer is lost. */
    void settingLease(long sent, long nanos) {
        deadline = Math.min(deadline, Deadlines.replied(sent, nanos));
    }

    /**
     * Such a request had no answer, and may arrive at any time from now on: after whatever the store is asked, the lease
     * is certain to last so much only. So it is renewed more often.
     */
    void leaseNotSet(long nanos, long now) {
        latest = Math.max(latest, now + nanos);
        atMost = Math.min(atMost, nanos);
    }

    /** Takes note that the store's lease was set by such a request, or prolonged by one that can't shorten it. */
    void leaseSet(long sent, long nanos, boolean exactly, long now) {
        long certain = Math.min(nanos, atMost);
        long until = Deadlines.replied(sent, certain);
        deadline = exactly ? until : Math.max(deadline, until);
        renewal.set(nanos, certain, deadline, now);
        if (isSuspected()) {
            renewal.now(now);
        }
    }

    /** Nobody holds by it any more, and it is left to expire; looked at by this timer. */
    void lingers(Scheduled until) {
        lingering = until;
    }

    /** The store is about to be told that it stays taken though nobody holds by it. */
    void keep() {
        kept = true;
    }

    /** Whether it stays taken though nobody holds by it. */
    boolean isToStay() {
        return kept || isLingering();
    }

    /** Whether it is left to expire. */
    boolean isLingering() {
        return lingering != null;
    }

    void stopLingering() {
        Scheduled until = lingering;
        if (until != null) {
            until.cancel();
        }
    }
}
