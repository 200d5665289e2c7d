package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import org.junit.jupiter.api.Test;

/** The promise that a holder knows whether other clients wait: it then passes the lock on less among its threads. */
public interface ContendedPromise extends StoreFixture {

    /** If it listens. */
    @Test
    default void theHolderIsToldOfTheFirstWhoWaits() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold(name);
            assertThat(grant.contended()).as("whether anyone waits at first").isFalse();
            assertThat(ann.signals().heard()).isEmpty();
            bob.queue(name);
            ann.awaitSignal(new Signal.Contended(name));
        }
    }

    /** A grant that is given while others wait behind it says so, and no other does. */
    @Test
    default void aGrantSaysWhetherOthersWaitBehindIt() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Claim held = ann.claim(name);
            Grant grant = ann.hold(held);
            Claim first = bob.queue(name);
            Claim second = eve.queue(name);
            assertThat(ann.hold(held).contended()).as("of the claim sent again").isTrue();
            ann.release(grant);
            Grant contended = bob.awaitGrant(first);
            assertThat(contended.contended()).as("of the first in line").isTrue();
            bob.release(contended);
            assertThat(eve.awaitGrant(second).contended())
                    .as("of the last in line")
                    .isFalse();
        }
    }
}
