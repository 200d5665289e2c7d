package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of stores that queue claims and can tell who waits. */
public interface QueueCatalogueContract extends CatalogueContract, QueueContract {

    /** A waiter that was served or gave up is no waiter any more. */
    @Test
    default void waitersAreShownInTheOrderOfTheQueue() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender();
                Contender kim = contender()) {
            Grant grant = ann.hold(name);
            Claim first = bob.queue(name);
            Claim second = eve.queue(name);
            kim.queue(name);
            assertThat(waiters(ann, name)).containsExactly(bob.holder(), eve.holder(), kim.holder());
            eve.withdraw(second, false);
            assertThat(waiters(ann, name)).containsExactly(bob.holder(), kim.holder());
            ann.release(grant);
            bob.awaitGrant(first);
            assertThat(waiters(ann, name)).containsExactly(kim.holder());
        }
    }

    private static List<Holder> waiters(Contender client, String name) {
        return client.answer(((Catalogue) client.store()).inspect(name))
                .map(LockStatus::waiters)
                .orElseThrow();
    }
}
