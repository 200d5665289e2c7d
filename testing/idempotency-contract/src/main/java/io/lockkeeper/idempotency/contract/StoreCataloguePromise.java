package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.EncodedValue;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.OutcomeFormat;
import io.lockkeeper.idempotency.store.OutcomeFormat.Stored;
import io.lockkeeper.idempotency.store.Ownership;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The promise that a person sees what is there, and changes only what was seen. */
public interface StoreCataloguePromise extends StoreFixture {

    /** As it is, at every stage. */
    @Test
    default void aKeyIsFoundAsItIs() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            assertThat(bob.catalogue().find(key)).isEmpty();
            Ownership owned = ann.own(claim(key, LEASE));
            IdempotencyRecord running = bob.catalogue().find(key).orElseThrow();
            assertThat(running.key()).isEqualTo(key);
            assertThat(running.state()).isEqualTo(IdempotencyState.IN_PROGRESS);
            assertThat(running.fingerprint()).isEqualTo(PRINT);
            assertThat(running.attempt().token()).isEqualTo(owned.token());
            assertThat(running.attempt().number()).isEqualTo(1);
            assertThat(running.attempt().leaseRemaining()).isPositive();
            assertThat(running.finished()).isEmpty();
            ann.finish(owned, completed("paid"));
            IdempotencyRecord done = bob.catalogue().find(key).orElseThrow();
            assertThat(done.state()).isEqualTo(IdempotencyState.COMPLETED);
            assertThat(done.attempt().leaseRemaining()).isLessThanOrEqualTo(Duration.ZERO);
            assertThat(done.finished().orElseThrow().storedBytes()).isEqualTo(4);
            assertThat(done.finished().orElseThrow().purgedIn()).isPresent();
        }
    }

    /** It is not free: its record is there. */
    @Test
    default void anExpiredAttemptIsShownWithoutAnythingLeft() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            IdempotencyRecord record = ann.catalogue().find(key).orElseThrow();
            assertThat(record.state()).isEqualTo(IdempotencyState.IN_PROGRESS);
            assertThat(record.attempt().leaseRemaining()).isLessThanOrEqualTo(Duration.ZERO);
        }
    }

    /** Those of the scope, and no more than asked for. */
    @Test
    default void theKeysOfAScopeAreListed() {
        String scope = "s" + UUID.randomUUID();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            for (String id : java.util.List.of("a", "b", "c")) {
                ann.own(claim(IdempotencyKey.of(scope, id), LEASE));
            }
            ann.own(claim(IdempotencyKey.of(scope + "x", "d"), LEASE));
            assertThat(bob.catalogue().list(scope, 100))
                    .extracting(record -> record.key().id())
                    .containsExactlyInAnyOrder("a", "b", "c");
            assertThat(bob.catalogue().list(scope, 2)).hasSize(2);
            assertThat(bob.catalogue().list("none" + scope, 2)).isEmpty();
        }
    }

    /** Before the store is asked. */
    @Test
    default void theNumberOfListedKeysIsBounded() {
        try (StoreClient ann = client()) {
            assertThatThrownBy(() -> ann.catalogue().list("a", 0)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> ann.catalogue().list("a", 10_001)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** The attempt that runs loses it. */
    @Test
    default void aKeyThatIsFreedIsLostToItsAttempt() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            assertThat(bob.catalogue().free(key, owned.token() + 1)).isFalse();
            assertThat(bob.catalogue().free(key, owned.token() - 1)).isFalse();
            assertThat(ann.renew(LEASE, owned)).isEmpty();
            assertThat(bob.catalogue().free(key, owned.token())).isTrue();
            assertThat(bob.catalogue().free(key, owned.token())).isFalse();
            assertThat(ann.renew(LEASE, owned)).containsExactly(owned);
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.release(owned)).isEqualTo(ChangeAnswer.LOST);
            assertThat(bob.granted(claim(key, LEASE)).number()).isEqualTo(1);
        }
    }

    /** The next request runs it. */
    @Test
    default void aFinishedKeyMayBeFreed() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            ann.finish(owned, completed("paid"));
            assertThat(ann.catalogue().free(key, owned.token())).isTrue();
            assertThat(ann.catalogue().find(key)).isEmpty();
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.granted(claim(key, LEASE)).number()).isEqualTo(1);
        }
    }

    /** The attempt that runs loses it, and does not take the end for its own. */
    @Test
    default void aKeyThatIsCompletedByHandIsLostToItsAttempt() {
        IdempotencyKey key = freshKey();
        EncodedValue value = new EncodedValue("string", new byte[] {'o', 'k'});
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            assertThat(bob.catalogue().complete(key, owned.token() + 1, Optional.of(value), KEPT))
                    .isFalse();
            assertThat(bob.catalogue().complete(key, owned.token(), Optional.of(value), Retention.forever()))
                    .isTrue();
            assertThat(bob.catalogue().complete(key, owned.token(), Optional.empty(), KEPT))
                    .isFalse();
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.release(owned)).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.renew(LEASE, owned)).containsExactly(owned);
            ClaimAnswer.Finished finished = ann.finished(claim(key, LEASE));
            assertThat(finished.state()).isEqualTo(IdempotencyState.COMPLETED);
            assertThat(finished.fingerprint()).isEqualTo(PRINT);
            assertThat(OutcomeFormat.decode(finished.outcome())).isEqualTo(new Stored.Value(value));
            assertThat(ann.catalogue()
                            .find(key)
                            .orElseThrow()
                            .finished()
                            .orElseThrow()
                            .purgedIn())
                    .isEmpty();
        }
    }

    /** Repeats are told that it is done. */
    @Test
    default void aKeyMayBeCompletedWithoutAValue() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            assertThat(ann.catalogue().complete(key, owned.token(), Optional.empty(), KEPT))
                    .isTrue();
            assertThat(OutcomeFormat.decode(ann.finished(claim(key, LEASE)).outcome()))
                    .isEqualTo(new Stored.Gone());
        }
    }

    /** A free key has nothing to complete, and no record is made. */
    @Test
    default void aFreeKeyIsNotChangedByHand() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            assertThat(ann.catalogue().complete(key, 1, Optional.empty(), KEPT)).isFalse();
            assertThat(ann.catalogue().free(key, 1)).isFalse();
            assertThat(ann.catalogue().erase(key)).isFalse();
            assertThat(ann.catalogue().find(key)).isEmpty();
        }
    }

    /** The mark stays, and so does its retention. */
    @Test
    default void anErasedOutcomeLeavesItsMark() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            assertThat(bob.catalogue().erase(key))
                    .as("erased while in progress")
                    .isFalse();
            ann.finish(owned, completed("secret"));
            assertThat(bob.catalogue().erase(key)).isTrue();
            ClaimAnswer.Finished finished = ann.finished(claim(key, LEASE));
            assertThat(OutcomeFormat.decode(finished.outcome())).isEqualTo(new Stored.Gone());
            assertThat(finished.fingerprint()).isEqualTo(PRINT);
            assertThat(ann.catalogue()
                            .find(key)
                            .orElseThrow()
                            .finished()
                            .orElseThrow()
                            .purgedIn())
                    .isPresent();
            assertThat(ann.finish(owned, completed("secret"))).isEqualTo(ChangeAnswer.DONE);
            assertThat(OutcomeFormat.decode(ann.finished(claim(key, LEASE)).outcome()))
                    .as("after a copy of the outcome came late")
                    .isEqualTo(new Stored.Gone());
        }
    }
}
