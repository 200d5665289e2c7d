package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.NotHeld;
import io.lockkeeper.store.ReleaseOutcome.Released;
import org.junit.jupiter.api.Test;

/** The promise that only its holder releases a lock, and only once. */
public interface ReleasePromise extends StoreFixture {

    /** The same name and tokens are not enough: the claim's id decides. */
    @Test
    default void aStrangerReleasesNothing() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            Claim foreign = bob.claim(name);
            Grant forged = new Grant(name, foreign.id(), grant.tokens(), grant.remaining(), false);
            assertThat(bob.release(forged)).isInstanceOf(NotHeld.class);
            bob.isRefused(name);
            assertThat(ann.release(grant)).isInstanceOf(Released.class);
        }
    }

    /** Nor does it harm who holds the lock by then. */
    @Test
    default void aReleaseSentTwiceFreesNobodyElsesLock() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant old = ann.hold(name);
            assertThat(ann.release(old)).isInstanceOf(Released.class);
            assertThat(ann.release(old)).as("a second release").isInstanceOf(NotHeld.class);
            Grant current = bob.hold(name);
            assertThat(ann.release(old)).as("a third release").isInstanceOf(NotHeld.class);
            eve.isRefused(name);
            assertThat(bob.release(current)).isInstanceOf(Released.class);
        }
    }

    /** The client's own earlier claim is a stranger too. */
    @Test
    default void anEarlierGrantOfTheSameClientReleasesNothing() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant old = ann.hold(name);
            ann.release(old);
            ann.hold(name);
            assertThat(ann.release(old)).isInstanceOf(NotHeld.class);
            bob.isRefused(name);
        }
    }
}
