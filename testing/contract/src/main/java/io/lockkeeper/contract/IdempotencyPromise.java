package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The promise that a claim counts once, however often it is sent. */
public interface IdempotencyPromise extends StoreFixture {

    /** As when the first reply was lost. */
    @Test
    default void aClaimSentAgainGetsTheSameGrant() {
        try (Contender ann = contender()) {
            Claim claim = ann.claim(freshName(), LEASE, 5);
            Grant first = ann.hold(claim);
            Grant again = ann.hold(claim);
            assertThat(again.firstToken()).as("first token of %s", claim).isEqualTo(first.firstToken());
            assertThat(again.lastToken()).as("last token of %s", claim).isEqualTo(first.lastToken());
            assertThat(again.claim()).isEqualTo(claim.id());
            assertThat(again.remainingNanos()).as("what is left").isLessThanOrEqualTo(first.remainingNanos());
        }
    }

    /** A claim sent twice is undone by one release. */
    @Test
    default void aClaimSentTwiceIsReleasedOnce() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            ann.hold(claim);
            Grant grant = ann.hold(claim);
            bob.isRefused(name);
            assertThat(ann.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
            bob.hold(name);
        }
    }

    /** Copies that are under way together. */
    @Test
    default void copiesOfAClaimSentAtOnceGetTheSameGrant() {
        try (Contender ann = contender()) {
            Claim claim = ann.claim(freshName());
            List<CompletionStage<ClaimOutcome>> copies = new ArrayList<>();
            for (int copy = 0; copy < 10; copy++) {
                copies.add(ann.store().claim(claim));
            }
            Grant grant = ann.hold(claim);
            for (CompletionStage<ClaimOutcome> copy : copies) {
                assertThat(ann.answer(copy))
                        .as("a copy of %s", claim)
                        .isInstanceOfSatisfying(
                                ClaimOutcome.Granted.class,
                                granted ->
                                        assertThat(granted.grant().firstToken()).isEqualTo(grant.firstToken()));
            }
        }
    }
}
