package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The promise that a release names the next holder, who learns of it by push. */
public interface HandOverPromise extends StoreFixture {

    /** What a waiter is granted unasked at most, so that one that died in that instant blocks nobody for long. */
    Duration LONGEST_CLAIM_TIME = Duration.ofSeconds(10);

    /** With new tokens, for a claim time that is shorter than its lease, by the same clock as the queueing. */
    @Test
    default void aReleaseHandsTheLockToTheFirstWaiter() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant old = ann.hold(ann.claim(name, LEASE, 3));
            Claim claim = Contender.patient(bob.claim(name, LEASE, 4));
            Queued queued = bob.requeue(claim);
            ann.release(old);
            Grant grant = bob.awaitGrant(claim);
            assertThat(grant.name()).isEqualTo(name);
            assertThat(grant.firstToken()).as("the first token of %s", grant).isGreaterThan(old.lastToken());
            assertThat(grant.lastToken()).as("the last token of %s", grant).isEqualTo(grant.firstToken() + 3);
            assertThat(grant.storeNanos()).as("the store's clock").isGreaterThanOrEqualTo(queued.storeNanos());
            assertThat(grant.remainingNanos())
                    .as("the claim time")
                    .isPositive()
                    .isLessThanOrEqualTo(longestClaimTime(bob.store()).toNanos());
            eve.isRefused(name);
        }
    }

    /** The waiter's client extends the claim time, and the lock is its own. */
    @Test
    default void aPushedGrantIsRenewedAndReleasedLikeAnyOther() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant old = ann.hold(name);
            Claim claim = bob.queue(name);
            ann.release(old);
            Grant grant = bob.awaitGrant(claim);
            assertThat(bob.renew(LEASE, grant).renewed()).containsOnlyKeys(claim.id());
            Grant again = bob.hold(claim);
            assertThat(again.firstToken())
                    .as("the token of %s sent again", claim)
                    .isEqualTo(grant.firstToken());
            if (!(bob.store() instanceof Sessions)) {
                assertThat(again.remainingNanos())
                        .as("what is left after the renewal")
                        .isGreaterThan(grant.remainingNanos());
            }
            ann.isRefused(name);
            bob.release(grant);
            ann.hold(name);
        }
    }

    /** The push may be lost: whoever asks again is told the same. */
    @Test
    default void aGrantThatWasPushedIsAlsoTheAnswerToTheClaimSentAgain() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant old = ann.hold(name);
            Claim claim = bob.queue(name);
            ann.release(old);
            Grant answered = bob.hold(claim);
            Grant pushed = bob.awaitGrant(claim);
            assertThat(answered.firstToken()).isEqualTo(pushed.firstToken());
            assertThat(answered.lastToken()).isEqualTo(pushed.lastToken());
        }
    }

    /** A waiter whose session ends is gone with it: such a store needs no claim time. */
    private static Duration longestClaimTime(Store store) {
        return store instanceof Sessions sessions ? sessions.longestLease() : LONGEST_CLAIM_TIME;
    }
}
