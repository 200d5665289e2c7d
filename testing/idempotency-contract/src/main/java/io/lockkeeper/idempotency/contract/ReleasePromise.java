package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.Ownership;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The promise that a key is freed only by the attempt that owns it, and only while it is in progress. */
public interface ReleasePromise extends StoreFixture {

    /** The next claim is a first one. */
    @Test
    default void aReleasedKeyIsFree() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            assertThat(ann.release(owned)).isEqualTo(ChangeAnswer.DONE);
            assertThat(ann.catalogue().find(key)).isEmpty();
            assertThat(bob.granted(claim(key, LEASE, OTHER_PRINT, true)).number())
                    .isEqualTo(1);
            assertThat(ann.release(owned)).isEqualTo(ChangeAnswer.LOST);
            bob.held(claim(key, LEASE));
        }
    }

    /** By owner alone, for claims whose answer is not known. */
    @Test
    default void aWithdrawnClaimIsFree() {
        IdempotencyKey key = freshKey();
        IdempotencyClaim claim = claim(key, LEASE);
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            ann.own(claim);
            assertThat(bob.withdraw(key, claim.owner())).isEqualTo(ChangeAnswer.DONE);
            assertThat(ann.catalogue().find(key)).isEmpty();
            assertThat(bob.granted(claim(key, LEASE)).number()).isEqualTo(1);
            assertThat(ann.withdraw(key, claim.owner())).isEqualTo(ChangeAnswer.LOST);
            bob.held(claim(key, LEASE));
        }
    }

    /** The attempts before it may have had their effects: they are not forgotten. */
    @Test
    default void aWithdrawnTakeoverLeavesTheKeyToTheNextOne() {
        IdempotencyKey key = freshKey();
        IdempotencyClaim givenUp = claim(key, LEASE);
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership first = ann.own(claim(key, SHORT_LEASE));
            ann.note(first, "step", new byte[] {1});
            outlast(SHORT_LEASE);
            long token = bob.granted(givenUp).token();
            assertThat(bob.withdraw(key, givenUp.owner())).isEqualTo(ChangeAnswer.DONE);
            assertThat(ann.held(claim(key, LEASE, PRINT, false)).remaining())
                    .as("what is left")
                    .isLessThanOrEqualTo(Duration.ZERO);
            ClaimAnswer.Granted third = ann.granted(claim(key, LEASE));
            assertThat(third.number()).isEqualTo(3);
            assertThat(third.token()).isGreaterThan(token);
            assertThat(third.points()).hasSize(1);
            assertThat(bob.withdraw(key, givenUp.owner())).isEqualTo(ChangeAnswer.LOST);
            bob.held(claim(key, LEASE));
        }
    }

    /** Nothing was to withdraw, and nothing is made. */
    @Test
    default void aClaimThatNeverCameIsWithdrawnWithoutATrace() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            assertThat(ann.withdraw(key, UUID.randomUUID().toString())).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.catalogue().find(key)).isEmpty();
            assertThat(bob.granted(claim(key, LEASE)).number()).isEqualTo(1);
        }
    }

    /** A waiter that gives up frees nobody's claim. */
    @Test
    default void aStrangerFreesNothing() {
        IdempotencyKey key = freshKey();
        IdempotencyClaim refused = claim(key, LEASE);
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            bob.held(refused);
            for (Ownership stranger : List.of(
                    new Ownership(key, refused.owner(), owned.token()),
                    new Ownership(key, owned.owner(), owned.token() + 1),
                    new Ownership(key, owned.owner(), owned.token() - 1))) {
                assertThat(bob.release(stranger)).isEqualTo(ChangeAnswer.LOST);
            }
            assertThat(bob.withdraw(key, refused.owner())).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    /** A copy of a release that arrives late undoes nothing. */
    @Test
    default void aFinishedRecordIsNeitherReleasedNorWithdrawnNorRenewed() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            ann.finish(owned, completed("paid"));
            assertThat(ann.release(owned)).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.withdraw(key, owned.owner())).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.renew(SHORT_LEASE, owned)).containsExactly(owned);
            outlast(SHORT_LEASE);
            assertThat(ann.finished(claim(key, LEASE)).outcome()).asString().isEqualTo("paid");
        }
    }

    /** It is the only one, so nobody else is freed by it. */
    @Test
    default void anExpiredAttemptThatNobodySucceededMayRelease() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            assertThat(ann.release(owned)).isEqualTo(ChangeAnswer.DONE);
            assertThat(ann.granted(claim(key, LEASE)).number()).isEqualTo(1);
        }
    }
}
