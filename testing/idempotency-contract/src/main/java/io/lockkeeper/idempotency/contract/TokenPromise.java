package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.StoredEnd;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The promise that the tokens of a key grow for ever, and that attempts are counted from the last time it was free. */
public interface TokenPromise extends StoreFixture {

    /** Each attempt has a greater token, and is one more. */
    @Test
    default void tokensGrowOverTakeovers() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            long last = 0;
            for (int number = 1; number <= 3; number++) {
                ClaimAnswer.Granted granted = (number % 2 == 0 ? ann : bob).granted(claim(key, SHORT_LEASE));
                assertThat(granted.token()).isGreaterThan(last);
                assertThat(granted.number()).isEqualTo(number);
                last = granted.token();
                outlast(SHORT_LEASE);
            }
        }
    }

    /** Though nothing is left of a record that was released. */
    @Test
    default void tokensGrowOverReleases() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            long last = 0;
            for (int round = 0; round < 20; round++) {
                StoreClient client = round % 2 == 0 ? ann : bob;
                Ownership owned = client.own(claim(key, LEASE));
                assertThat(owned.token()).isGreaterThan(last);
                last = owned.token();
                if (round % 3 == 0) {
                    client.withdraw(key, owned.owner());
                } else {
                    client.release(owned);
                }
            }
        }
    }

    /** Whether it was in progress or finished. */
    @Test
    default void tokensGrowOverAKeyThatWasFreed() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership first = ann.own(claim(key, LEASE));
            assertThat(ann.catalogue().free(key, first.token())).isTrue();
            Ownership second = ann.own(claim(key, LEASE));
            ann.finish(second, completed("paid"));
            assertThat(ann.catalogue().free(key, second.token())).isTrue();
            assertThat(second.token()).isGreaterThan(first.token());
            assertThat(ann.own(claim(key, LEASE)).token()).isGreaterThan(second.token());
        }
    }

    /** The record is gone, the order of the attempts is not. */
    @Test
    default void tokensGrowOverPurges() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership first = ann.own(claim(key, LEASE));
            Retention brief = Retention.of(Duration.ofMillis(1));
            ann.finish(first, new StoredEnd(IdempotencyState.COMPLETED, new byte[0], brief));
            outlast(Duration.ofMillis(1));
            ClaimAnswer.Granted second = bob.granted(claim(key, LEASE));
            assertThat(second.token()).isGreaterThan(first.token());
            assertThat(second.number()).isEqualTo(1);
        }
    }

    /** Attempts are counted anew once the key was free. */
    @Test
    default void theCountBeginsAgainWhenTheKeyWasFree() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            Ownership second = ann.own(claim(key, LEASE));
            assertThat(ann.catalogue().find(key).orElseThrow().attempt().number())
                    .isEqualTo(2);
            ann.release(second);
            ClaimAnswer.Granted third = ann.granted(claim(key, LEASE));
            assertThat(third.number()).isEqualTo(1);
            ann.catalogue().free(key, third.token());
            assertThat(ann.granted(claim(key, LEASE)).number()).isEqualTo(1);
        }
    }
}
