package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The promise that recovery points are handed to the next attempt. */
public interface RecoveryPointPromise extends StoreFixture {

    /** In any number, with any bytes. */
    @Test
    default void theNextAttemptGetsTheRecoveryPoints() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            assertThat(ann.note(owned, "charge card", new byte[] {0, -1, 10, 13}))
                    .isEqualTo(ChangeAnswer.DONE);
            assertThat(ann.note(owned, "send: \"mail\" %_'\\", new byte[0])).isEqualTo(ChangeAnswer.DONE);
            outlast(SHORT_LEASE);
            Map<String, List<Integer>> points = points(bob.granted(claim(key, SHORT_LEASE)));
            assertThat(points)
                    .isEqualTo(Map.of("charge card", List.of(0, -1, 10, 13), "send: \"mail\" %_'\\", List.of()));
            outlast(SHORT_LEASE);
            assertThat(points(ann.granted(claim(key, LEASE)))).isEqualTo(points);
        }
    }

    /** Its owner, too, if its first answer was lost. */
    @Test
    default void aClaimSentAgainGetsThem() {
        IdempotencyClaim claim = claim(freshKey(), LEASE);
        try (StoreClient ann = client()) {
            ann.note(ann.own(claim), "step", new byte[] {1});
            assertThat(points(ann.granted(claim))).isEqualTo(Map.of("step", List.of(1)));
        }
    }

    /** One name, one value: the last. */
    @Test
    default void aRecoveryPointReplacesThatOfItsName() {
        IdempotencyClaim claim = claim(freshKey(), LEASE);
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim);
            ann.note(owned, "step", new byte[] {1});
            ann.note(owned, "Step", new byte[] {3});
            assertThat(ann.note(owned, "step", new byte[] {2})).isEqualTo(ChangeAnswer.DONE);
            assertThat(points(ann.granted(claim))).isEqualTo(Map.of("step", List.of(2), "Step", List.of(3)));
        }
    }

    /** Of 100 characters of printable ASCII. */
    @Test
    default void theLongestNameIsKept() {
        IdempotencyClaim claim = claim(freshKey(), LEASE);
        String longest = "s".repeat(100);
        try (StoreClient ann = client()) {
            ann.note(ann.own(claim), longest, new byte[] {1});
            assertThat(points(ann.granted(claim))).containsOnlyKeys(longest);
        }
    }

    /** Its lease expired, but nobody took over: it goes on. */
    @Test
    default void anExpiredAttemptThatNobodySucceededMayNote() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            assertThat(ann.note(owned, "step", new byte[] {1})).isEqualTo(ChangeAnswer.DONE);
            assertThat(points(ann.granted(claim(key, LEASE)))).containsOnlyKeys("step");
        }
    }

    /** A stranger, a stale token, a finished key, one that is gone. */
    @Test
    default void whoDoesNotOwnTheKeyCannotNote() {
        IdempotencyKey key = freshKey();
        IdempotencyClaim claim = claim(key, LEASE);
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim);
            Ownership stranger = new Ownership(key, UUID.randomUUID().toString(), owned.token());
            Ownership stale = new Ownership(key, owned.owner(), owned.token() - 1);
            assertThat(ann.note(stranger, "step", new byte[1])).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.note(stale, "step", new byte[1])).isEqualTo(ChangeAnswer.LOST);
            assertThat(points(ann.granted(claim))).isEmpty();
            ann.finish(owned, completed("paid"));
            assertThat(ann.note(owned, "step", new byte[1])).isEqualTo(ChangeAnswer.LOST);
            Ownership gone = ann.own(claim(freshKey(), LEASE));
            ann.release(gone);
            assertThat(ann.note(gone, "step", new byte[1])).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.catalogue().find(gone.key())).isEmpty();
        }
    }

    /** What was released is forgotten. */
    @Test
    default void aReleasedKeyHasNoRecoveryPoints() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            ann.note(owned, "step", new byte[1]);
            ann.release(owned);
            assertThat(ann.granted(claim(key, LEASE)).points()).isEmpty();
        }
    }

    private static Map<String, List<Integer>> points(ClaimAnswer.Granted granted) {
        return granted.points().stream().collect(Collectors.toMap(RecoveryPoint::step, RecoveryPointPromise::bytes));
    }

    private static List<Integer> bytes(RecoveryPoint point) {
        Integer[] bytes = new Integer[point.value().length];
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = (int) point.value()[index];
        }
        return List.of(bytes);
    }
}
