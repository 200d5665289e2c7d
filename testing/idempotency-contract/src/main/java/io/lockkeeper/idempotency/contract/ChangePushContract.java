package io.lockkeeper.idempotency.contract;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangePush;
import io.lockkeeper.idempotency.store.Ownership;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** The contract of stores that push: whoever watches a key is told when it may have been finished or freed. */
public interface ChangePushContract extends StoreFixture {

    /** From another process. */
    @Test
    default void aFinishedKeyIsPushed() {
        isPushed((bob, owned) -> bob.finish(owned, completed("paid")));
    }

    /** By the attempt that owned it. */
    @Test
    default void aReleasedKeyIsPushed() {
        isPushed((bob, owned) -> bob.release(owned));
    }

    /** By its owner alone. */
    @Test
    default void aWithdrawnKeyIsPushed() {
        isPushed((bob, owned) -> bob.withdraw(owned.key(), owned.owner()));
    }

    /** By a person. */
    @Test
    default void aFreedKeyIsPushed() {
        isPushed((bob, owned) -> bob.catalogue().free(owned.key(), owned.token()));
    }

    /** By a person. */
    @Test
    default void aKeyThatIsCompletedByHandIsPushed() {
        isPushed(
                (bob, owned) -> bob.catalogue().complete(owned.key(), owned.token(), java.util.Optional.empty(), KEPT));
    }

    private void isPushed(BiConsumer<StoreClient, Ownership> change) {
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            AtomicInteger pushes = new AtomicInteger();
            // A watch may begin a little after it was asked for: the engine looks again meanwhile.
            eventually(patience(), () -> {
                IdempotencyKey key = freshKey();
                Ownership owned = bob.own(claim(key, LEASE));
                ChangePush.Watch watch = push(ann).watch(key, pushes::incrementAndGet);
                passTime(java.time.Duration.ofMillis(50));
                change.accept(bob, owned);
                try {
                    eventually(
                            patience().dividedBy(30), () -> assertThat(pushes).hasPositiveValue());
                } finally {
                    watch.close();
                }
            });
        }
    }

    /** Each for itself: one that is closed does not close the other. */
    @Test
    default void aClosedWatchIsSilent() {
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            AtomicInteger closed = new AtomicInteger();
            AtomicInteger open = new AtomicInteger();
            IdempotencyKey key = freshKey();
            ChangePush.Watch ended = push(ann).watch(key, closed::incrementAndGet);
            ended.close();
            ended.close();
            ChangePush.Watch other = push(ann).watch(key, open::incrementAndGet);
            push(ann).watch(key, closed::incrementAndGet).close();
            eventually(patience(), () -> {
                bob.finish(bob.own(claim(freshKey(), LEASE)), completed("of another key"));
                Ownership owned = bob.own(claim(key, LEASE));
                bob.release(owned);
                assertThat(open).hasPositiveValue();
            });
            other.close();
            assertThat(closed).hasValue(0);
        }
    }

    /** As many as wait. */
    @Test
    default void everyWatchOfAKeyIsTold() {
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            AtomicInteger[] told = new AtomicInteger[20];
            AtomicInteger others = new AtomicInteger();
            IdempotencyKey key = freshKey();
            push(ann).watch(freshKey(), others::incrementAndGet);
            for (int index = 0; index < told.length; index++) {
                told[index] = new AtomicInteger();
                push(ann).watch(key, told[index]::incrementAndGet);
            }
            eventually(patience(), () -> {
                bob.release(bob.own(claim(key, LEASE)));
                for (AtomicInteger one : told) {
                    assertThat(one).hasPositiveValue();
                }
            });
        }
    }

    private static ChangePush push(StoreClient client) {
        assertThat(client.store()).isInstanceOf(ChangePush.class);
        return (ChangePush) client.store();
    }
}
