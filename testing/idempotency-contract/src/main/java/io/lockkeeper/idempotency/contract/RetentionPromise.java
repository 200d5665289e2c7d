package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The promise that records are kept as long as was asked for, from their completion on, by the store's clock. */
public interface RetentionPromise extends StoreFixture {

    /** The next claim is a first one, with any fingerprint. */
    @Test
    default void aRecordIsGoneAfterItsRetention() {
        IdempotencyKey key = freshKey();
        Duration brief = Duration.ofMillis(200);
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            ann.finish(ann.own(claim(key, LEASE)), end(Retention.of(brief)));
            outlast(brief);
            assertThat(bob.catalogue().find(key)).isEmpty();
            assertThat(bob.granted(claim(key, LEASE, OTHER_PRINT, true)).number())
                    .isEqualTo(1);
        }
    }

    /** Not with the claim: what takes long is not forgotten sooner. A lease has no part in it. */
    @Test
    default void theRetentionBeginsWithTheCompletion() {
        IdempotencyKey key = freshKey();
        Duration kept = Duration.ofSeconds(100);
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            ann.finish(owned, end(Retention.of(kept)));
            assertThat(purgedIn(ann, key)).isBetween(kept.minusSeconds(60), kept.plusMillis(1));
            ann.finished(claim(key, LEASE));
        }
    }

    /** An outcome that is sent again does not prolong it. */
    @Test
    default void aSecondCopyOfTheOutcomeChangesNoRetention() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            ann.finish(owned, end(Retention.of(Duration.ofHours(1))));
            ann.finish(owned, end(Retention.of(Duration.ofHours(10))));
            assertThat(purgedIn(ann, key)).isLessThanOrEqualTo(Duration.ofHours(1));
        }
    }

    /** Such as that of a payment. */
    @Test
    default void aRecordMayBeKeptForEver() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            ann.finish(ann.own(claim(key, LEASE)), end(Retention.forever()));
            assertThat(finished(ann, key).purgedIn()).isEmpty();
            ann.finished(claim(key, LEASE));
        }
    }

    /** 100 years are a number, too. */
    @Test
    default void theLongestRetentionDoesNotOverflow() {
        IdempotencyKey key = freshKey();
        Duration longest = Duration.ofDays(36_525);
        try (StoreClient ann = client()) {
            ann.finish(ann.own(claim(key, LEASE)), end(Retention.of(longest)));
            assertThat(purgedIn(ann, key)).isBetween(longest.minusDays(1), longest.plusMillis(1));
            ann.finished(claim(key, LEASE));
        }
    }

    /** For as long as its lease, and the retention after that: until then its count and recovery points are there. */
    @Test
    default void anAbandonedRecordIsKeptAfterItsLease() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            ann.note(owned, "step", new byte[1]);
            outlast(SHORT_LEASE.multipliedBy(2));
            assertThat(bob.catalogue().find(key)).isPresent();
            assertThat(bob.granted(claim(key, LEASE)).points()).hasSize(1);
        }
    }

    /** And renewed with its lease: an attempt that runs for long does not lose its record. */
    @Test
    default void aLivingAttemptIsNeverPurged() {
        IdempotencyKey key = freshKey();
        Retention brief = Retention.of(Duration.ofMillis(1));
        IdempotencyClaim claim = new IdempotencyClaim(
                key,
                UUID.randomUUID().toString(),
                PRINT,
                new IdempotencyClaim.Terms(Duration.ofSeconds(2), brief, true));
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim);
            bob.held(claim(key, LEASE));
            ann.answer(ann.store().renew(List.of(new LeaseRenewal(owned, Duration.ofMinutes(5), brief))));
            outlast(Duration.ofSeconds(2));
            assertThat(bob.held(claim(key, LEASE)).remaining()).isPositive();
        }
    }

    private static StoredEnd end(Retention retention) {
        return new StoredEnd(IdempotencyState.COMPLETED, new byte[] {1}, retention);
    }

    private static Duration purgedIn(StoreClient client, IdempotencyKey key) {
        return finished(client, key).purgedIn().orElseThrow();
    }

    private static IdempotencyRecord.Finished finished(StoreClient client, IdempotencyKey key) {
        return client.catalogue().find(key).orElseThrow().finished().orElseThrow();
    }
}
