package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.Ownership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The promise that only an expired lease is taken over, only by a claim that may, and that its owner has lost the key then. */
public interface TakeoverPromise extends StoreFixture {

    /** A new owner, a greater token, one attempt more. */
    @Test
    default void anExpiredLeaseIsTakenOver() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            ClaimAnswer.Granted first = ann.granted(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            ClaimAnswer.Granted second = bob.granted(claim(key, LEASE));
            assertThat(second.token()).isGreaterThan(first.token());
            assertThat(second.number()).isEqualTo(2);
            assertThat(second.remaining()).isBetween(LEASE.minusSeconds(60), LEASE.plusMillis(1));
        }
    }

    /** However often it is claimed. */
    @Test
    default void aLeaseThatHasNotExpiredIsNotTakenOver() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            for (int attempt = 0; attempt < 5; attempt++) {
                bob.held(claim(key, LEASE));
            }
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    /** It is told that nothing is left of the lease. */
    @Test
    default void aClaimThatMustNotTakeOverIsRefused() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            assertThat(bob.held(claim(key, LEASE, PRINT, false)).remaining())
                    .as("what is left")
                    .isLessThanOrEqualTo(Duration.ZERO);
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    /** It is a mismatch, not a repeat. */
    @Test
    default void aClaimForSomethingElseDoesNotTakeOver() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            ClaimAnswer.Held held = bob.held(claim(key, LEASE, OTHER_PRINT, true));
            assertThat(held.fingerprint()).isEqualTo(PRINT);
            assertThat(held.remaining()).isLessThanOrEqualTo(Duration.ZERO);
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    /** Claims of two processes that are under way together. */
    @Test
    default void oneOfManyTakesOver() {
        List<IdempotencyKey> keys = new ArrayList<>();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            for (int index = 0; index < 10; index++) {
                keys.add(freshKey());
                ann.own(claim(keys.get(index), SHORT_LEASE));
            }
            outlast(SHORT_LEASE);
            for (IdempotencyKey key : keys) {
                List<CompletionStage<ClaimAnswer>> answers = new ArrayList<>();
                for (int taker = 0; taker < 16; taker++) {
                    answers.add((taker % 2 == 0 ? ann : bob).store().claim(claim(key, LEASE)));
                }
                assertThat(answers.stream().map(ann::answer))
                        .filteredOn(ClaimAnswer.Granted.class::isInstance)
                        .hasSize(1);
            }
        }
    }

    /** It changes nothing of its successor's. */
    @Test
    default void anAttemptThatWasSucceededHasLost() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership stale = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            Ownership successor = bob.own(claim(key, LEASE));
            hasLost(ann, stale);
            assertThat(bob.finish(successor, completed("by bob"))).isEqualTo(ChangeAnswer.DONE);
            hasLost(ann, stale);
            assertThat(bob.finished(claim(key, LEASE)).outcome()).asString().isEqualTo("by bob");
        }
    }

    private static void hasLost(StoreClient client, Ownership stale) {
        assertThat(client.renew(LEASE, stale)).containsExactly(stale);
        assertThat(client.note(stale, "step", new byte[1])).isEqualTo(ChangeAnswer.LOST);
        assertThat(client.release(stale)).isEqualTo(ChangeAnswer.LOST);
        assertThat(client.withdraw(stale.key(), stale.owner())).isEqualTo(ChangeAnswer.LOST);
        assertThat(client.finish(
                        stale,
                        new io.lockkeeper.idempotency.store.StoredEnd(
                                io.lockkeeper.idempotency.IdempotencyState.COMPLETED, new byte[] {9}, KEPT)))
                .isEqualTo(ChangeAnswer.LOST);
    }
}
