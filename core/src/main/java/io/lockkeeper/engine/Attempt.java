package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import org.jspecify.annotations.Nullable;

/** One claim from its first sending to its grant or withdrawal, and what is known of it. Used under the guard of its lock. */
final class Attempt {

    private Claim claim;
    private int sent = 1;
    private int failures;
    private boolean uncertain;
    private boolean contended;
    private boolean answered;
    private boolean queued;
    private LeaseLoss.@Nullable Reason suspicion;
    private boolean lost;
    private @Nullable Anchor anchor;
    private @Nullable Grant early;
    private @Nullable Holder holder;

    Attempt(Claim claim) {
        this.claim = claim;
    }

    /**
     * The last reply that said that the claim is queued: what a pushed grant is counted from.
     *
     * @param sent when its request was sent, by the ticker
     * @param storeNanos the store's time in it
     */
    record Anchor(long sent, long storeNanos) {}

    Claim claim() {
        return claim;
    }

    /** The lease that is asked for, in nanoseconds. */
    long lease() {
        return Nanos.of(claim.lease());
    }

    boolean is(ClaimId id) {
        return claim.id().equals(id);
    }

    /** Lets the claim queue, if it was not allowed to. */
    void mayQueue(PushSecrets secrets) {
        if (!claim.mayQueue()) {
            claim = claim.withPushSecret(secrets.of(claim.id()));
        }
    }

    /** Whether the store has said something of it. */
    boolean wasAnswered() {
        return answered;
    }

    /** Whether the store remembered it once; it may do so still, whatever it answered since. */
    boolean wasQueued() {
        return queued;
    }

    /** It was said, not for certain, that its grant was taken away. */
    void suspect(LeaseLoss.Reason reason) {
        suspicion = reason;
    }

    LeaseLoss.@Nullable Reason suspicion() {
        return suspicion;
    }

    /** How often it was sent. */
    int sent() {
        return sent;
    }

    void sentAgain() {
        sent++;
        lost = false;
    }

    /** How many requests in a row had no answer. */
    int failures() {
        return failures;
    }

    void answered() {
        failures = 0;
        answered = true;
    }

    /** It was heard that its grant was taken away: no answer is believed but to a request that is sent from now on. */
    void heardLost() {
        lost = true;
        early = null;
    }

    boolean isLost() {
        return lost;
    }

    /** Takes note of a request without an answer. */
    void failed(boolean outcomeUnknown) {
        failures++;
        uncertain |= outcomeUnknown;
    }

    /** Whether the outcome of some request is not known: a copy may still be on its way. */
    boolean uncertain() {
        return uncertain;
    }

    /** Others were heard to wait behind it, before its grant was. */
    boolean contended() {
        return contended;
    }

    void heardContended() {
        contended = true;
    }

    @Nullable
    Anchor anchor() {
        return anchor;
    }

    void anchor(@Nullable Anchor latest) {
        anchor = latest;
        queued |= latest != null;
    }

    /** Keeps a grant that overtook the reply which says when the claim was queued. */
    void overtakenBy(Grant grant) {
        early = grant;
    }

    @Nullable
    Grant takeEarly() {
        Grant kept = early;
        early = null;
        return kept;
    }

    /** Who held the lock when last seen. */
    @Nullable
    Holder holder() {
        return holder;
    }

    void heldBy(@Nullable Holder seen) {
        holder = seen;
    }
}
