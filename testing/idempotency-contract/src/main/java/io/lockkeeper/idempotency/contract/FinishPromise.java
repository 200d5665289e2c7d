package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The promise that an outcome is stored once, by the attempt that owns the key. */
public interface FinishPromise extends StoreFixture {

    /** As when the first answer was lost. The first outcome stays. */
    @Test
    default void anOutcomeSentTwiceIsStoredOnce() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            assertThat(ann.finish(owned, completed("first"))).isEqualTo(ChangeAnswer.DONE);
            assertThat(bob.finish(owned, completed("second"))).isEqualTo(ChangeAnswer.DONE);
            assertThat(bob.finished(claim(key, LEASE)).outcome()).asString().isEqualTo("first");
        }
    }

    /** Copies that are under way together. */
    @Test
    default void copiesOfAnOutcomeAreAllDone() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            List<CompletionStage<ChangeAnswer>> copies = new ArrayList<>();
            for (int copy = 0; copy < 10; copy++) {
                copies.add((copy % 2 == 0 ? ann : bob).store().finish(owned, completed("paid")));
            }
            assertThat(copies.stream().map(ann::answer)).containsOnly(ChangeAnswer.DONE);
        }
    }

    /** It is the only one. */
    @Test
    default void anExpiredAttemptThatNobodySucceededMayFinish() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            assertThat(ann.finish(owned, completed("late"))).isEqualTo(ChangeAnswer.DONE);
            assertThat(ann.finished(claim(key, LEASE)).outcome()).asString().isEqualTo("late");
        }
    }

    /** Another owner, another token: neither is enough. */
    @Test
    default void aStrangerCannotFinish() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            for (Ownership stranger : List.of(
                    new Ownership(key, UUID.randomUUID().toString(), owned.token()),
                    new Ownership(key, owned.owner(), owned.token() + 1),
                    new Ownership(key, owned.owner(), owned.token() - 1))) {
                assertThat(ann.finish(stranger, completed("stolen"))).isEqualTo(ChangeAnswer.LOST);
            }
            ann.held(claim(key, LEASE));
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.DONE);
            assertThat(ann.finish(new Ownership(key, UUID.randomUUID().toString(), owned.token()), completed("stolen")))
                    .isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.finished(claim(key, LEASE)).outcome()).asString().isEqualTo("paid");
        }
    }

    /** The record may have been freed or purged: whoever comes next runs it, and the caller is told. */
    @Test
    default void anOutcomeNeverMakesARecord() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            ann.release(owned);
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.LOST);
            assertThat(ann.catalogue().find(key)).isEmpty();
            ann.own(claim(key, LEASE));
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.LOST);
        }
    }
}
