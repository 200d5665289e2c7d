package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The contract of stores that can tell who holds a lock. */
public interface InspectionContract extends StoreContract {

    /** While it is held, and no longer. */
    @Test
    default void aHeldLockIsShownWithItsHolder() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            assertThat(inspect(bob, name)).isEmpty();
            Grant grant = ann.hold(name);
            LockStatus status = inspect(bob, name).orElseThrow();
            assertThat(status.name()).isEqualTo(name);
            assertThat(status.holder()).contains(ann.holder());
            if (bob.store().guarantees().tokens() == Guarantees.Tokens.NONE) {
                assertThat(status.token()).as("what is shown as a token").isZero();
            } else {
                assertThat(status.token()).isBetween(grant.firstToken(), grant.lastToken());
            }
            assertThat(status.waiters()).isEmpty();
            status.holding()
                    .flatMap(Holding::remaining)
                    .ifPresent(left -> assertThat(left).isPositive().isLessThanOrEqualTo(LEASE));
            ann.release(grant);
            assertThat(inspect(bob, name).flatMap(LockStatus::holder)).isEmpty();
        }
    }

    /** Whatever their characters, and however long they are. */
    @Test
    default void oddNamesAreShownAsTheyAre() {
        String prefix = freshName();
        try (Contender ann = contender()) {
            for (String name : OddNames.startingWith(prefix)) {
                ann.hold(name);
                assertThat(inspect(ann, name).map(LockStatus::name)).contains(name);
            }
        }
    }

    private static Optional<LockStatus> inspect(Contender client, String name) {
        return client.answer(((Inspection) client.store()).inspect(name));
    }
}
