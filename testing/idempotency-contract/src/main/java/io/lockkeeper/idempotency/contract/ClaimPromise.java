package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The promise that a claim is granted to one, and that the others see what is there. */
public interface ClaimPromise extends StoreFixture {

    /** Claims of two processes that are under way together. */
    @Test
    default void oneOfManyClaimsIsGranted() {
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            for (int round = 0; round < 20; round++) {
                IdempotencyKey key = freshKey();
                List<CompletionStage<ClaimAnswer>> answers = new ArrayList<>();
                for (int claim = 0; claim < 16; claim++) {
                    StoreClient client = claim % 2 == 0 ? ann : bob;
                    answers.add(client.store().claim(claim(key, LEASE)));
                }
                assertThat(answers.stream().map(ann::answer))
                        .as("round %s", round)
                        .filteredOn(ClaimAnswer.Granted.class::isInstance)
                        .hasSize(1);
            }
        }
    }

    /** The first attempt has a whole lease, and knows of no other. */
    @Test
    default void theFirstAttemptBeginsAfresh() {
        try (StoreClient ann = client()) {
            ClaimAnswer.Granted granted = ann.granted(claim(freshKey(), LEASE));
            assertThat(granted.token()).isPositive();
            assertThat(granted.number()).isEqualTo(1);
            assertThat(granted.points()).isEmpty();
            assertThat(granted.remaining()).isBetween(LEASE.minusSeconds(60), LEASE.plusMillis(1));
        }
    }

    /** As when the first answer was lost. */
    @Test
    default void aClaimSentAgainIsTheSameGrant() {
        IdempotencyClaim claim = claim(freshKey(), LEASE);
        try (StoreClient ann = client()) {
            ClaimAnswer.Granted first = ann.granted(claim);
            passTime(Duration.ofMillis(20));
            ClaimAnswer.Granted again = ann.granted(claim);
            assertThat(again.token()).isEqualTo(first.token());
            assertThat(again.number()).isEqualTo(1);
            assertThat(again.remaining()).as("what is left").isLessThan(first.remaining());
        }
    }

    /** Its lease expired meanwhile, but nobody took over. */
    @Test
    default void aClaimSentAgainAfterItsLeaseIsTheSameGrant() {
        IdempotencyClaim claim = claim(freshKey(), SHORT_LEASE);
        try (StoreClient ann = client()) {
            long token = ann.granted(claim).token();
            outlast(SHORT_LEASE);
            ClaimAnswer.Granted again = ann.granted(claim);
            assertThat(again.token()).isEqualTo(token);
            assertThat(again.number()).isEqualTo(1);
            assertThat(again.remaining()).as("what is left").isLessThanOrEqualTo(Duration.ZERO);
        }
    }

    /** Copies that are under way together. */
    @Test
    default void copiesOfAClaimAreOneGrant() {
        IdempotencyClaim claim = claim(freshKey(), LEASE);
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            List<CompletionStage<ClaimAnswer>> copies = new ArrayList<>();
            for (int copy = 0; copy < 10; copy++) {
                copies.add((copy % 2 == 0 ? ann : bob).store().claim(claim));
            }
            ClaimAnswer.Granted granted = ann.granted(claim);
            for (CompletionStage<ClaimAnswer> copy : copies) {
                assertThat(ann.answer(copy)).isInstanceOfSatisfying(ClaimAnswer.Granted.class, same -> {
                    assertThat(same.token()).isEqualTo(granted.token());
                    assertThat(same.number()).isEqualTo(1);
                });
            }
        }
    }

    /** Whatever they ask for. */
    @Test
    default void othersSeeWhatTheOwnerAskedForAndWhatIsLeft() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            ann.own(claim(key, LEASE));
            ClaimAnswer.Held same = bob.held(claim(key, Duration.ofHours(1)));
            ClaimAnswer.Held other = bob.held(claim(key, LEASE, OTHER_PRINT, true));
            assertThat(same.fingerprint()).isEqualTo(PRINT);
            assertThat(other.fingerprint()).isEqualTo(PRINT);
            assertThat(same.remaining()).as("what is left").isBetween(LEASE.minusSeconds(60), LEASE.plusMillis(1));
        }
    }

    /** A claim that is refused writes nothing. */
    @Test
    default void aRefusedClaimLeavesNothing() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            bob.held(claim(key, Duration.ofHours(1)));
            assertThat(bob.held(claim(key, LEASE)).remaining()).isLessThanOrEqualTo(LEASE);
            assertThat(ann.renew(LEASE, owned)).isEmpty();
            ann.release(owned);
            assertThat(bob.granted(claim(key, LEASE)).number()).isEqualTo(1);
        }
    }

    /** To those who ask for the same, and to those who ask for something else; also to its owner. */
    @Test
    default void aFinishedKeyAnswersWithItsOutcome() {
        IdempotencyKey key = freshKey();
        IdempotencyClaim first = claim(key, LEASE);
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            ann.finish(ann.own(first), completed("paid"));
            for (IdempotencyClaim late : List.of(first, claim(key, LEASE), claim(key, LEASE, OTHER_PRINT, true))) {
                ClaimAnswer.Finished finished = bob.finished(late);
                assertThat(finished.fingerprint()).isEqualTo(PRINT);
                assertThat(finished.state()).isEqualTo(IdempotencyState.COMPLETED);
                assertThat(finished.outcome()).asString().isEqualTo("paid");
            }
        }
    }

    /** The state of a rejected key is told from that of a completed one. */
    @Test
    default void aRejectedKeyIsFinishedToo() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            ann.finish(
                    ann.own(claim(key, LEASE)),
                    new StoredEnd(IdempotencyState.REJECTED, new byte[] {1}, Retention.forever()));
            assertThat(ann.finished(claim(key, LEASE)).state()).isEqualTo(IdempotencyState.REJECTED);
        }
    }

    /** A key without a fingerprint is a key like any other. */
    @Test
    default void theEmptyFingerprintMatchesItselfOnly() {
        IdempotencyKey key = freshKey();
        var none = io.lockkeeper.idempotency.Fingerprint.none();
        try (StoreClient ann = client()) {
            ann.own(claim(key, SHORT_LEASE, none, true));
            outlast(SHORT_LEASE);
            assertThat(ann.held(claim(key, LEASE, PRINT, true)).fingerprint()).isEqualTo(none);
            ann.finish(ann.own(claim(key, LEASE, none, true)), completed("paid"));
            assertThat(ann.finished(claim(key, LEASE, none, true)).fingerprint())
                    .isEqualTo(none);
        }
    }
}
