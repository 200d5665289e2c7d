package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The promise that outcomes come back as the bytes that they were. */
public interface BytesPromise extends StoreFixture {

    /** Nothing is something, too. */
    @Test
    default void anEmptyOutcomeIsKept() {
        isKept(new byte[0]);
    }

    /** All of them, also those that are no text. */
    @Test
    default void everyValueOfAByteIsKept() {
        byte[] all = new byte[512];
        for (int index = 0; index < all.length; index++) {
            all[index] = (byte) index;
        }
        isKept(all);
    }

    /** A megabyte that nothing compresses. */
    @Test
    default void aMegabyteIsKept() {
        byte[] large = new byte[1 << 20];
        new Random(14).nextBytes(large);
        isKept(large);
    }

    /** In recovery points, too. */
    @Test
    default void recoveryPointsAreKept() {
        byte[] large = new byte[100_000];
        new Random(14).nextBytes(large);
        IdempotencyClaim claim = claim(freshKey(), LEASE);
        try (StoreClient ann = client()) {
            ann.note(ann.own(claim), "step", large);
            assertThat(ann.granted(claim).points().get(0).value()).isEqualTo(large);
        }
    }

    private void isKept(byte[] outcome) {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            ann.finish(owned, new StoredEnd(IdempotencyState.COMPLETED, outcome, KEPT));
            assertThat(bob.finished(claim(key, LEASE)).outcome()).isEqualTo(outcome);
            assertThat(bob.catalogue()
                            .find(key)
                            .orElseThrow()
                            .finished()
                            .orElseThrow()
                            .storedBytes())
                    .isEqualTo(outcome.length);
        }
    }
}
