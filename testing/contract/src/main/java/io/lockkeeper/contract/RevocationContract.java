package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Holder;
import io.lockkeeper.Holding;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.ReleaseOutcome.NotHeld;
import io.lockkeeper.store.Revocation;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of stores that can take a lock away from its holder. */
public interface RevocationContract extends StoreContract {

    /** Its holder can neither renew nor release it any more. */
    @Test
    default void aRevokedLockIsTakenFromItsHolder() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold(name);
            assertThat(revoke(bob, name)).contains(ann.holder());
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
            assertThat(ann.release(grant)).isInstanceOf(NotHeld.class);
            bob.hold(name);
        }
    }

    /** Not even a name that was held before. */
    @Test
    default void aLockThatNobodyHoldsIsTakenFromNobody() {
        String name = freshName();
        try (Contender ann = contender()) {
            assertThat(revoke(ann, name)).isEmpty();
            ann.release(ann.hold(name));
            assertThat(revoke(ann, name)).isEmpty();
        }
    }

    /** Other names are left alone. */
    @Test
    default void revokingOneLockLeavesTheOthersAlone() {
        String name = freshName();
        try (Contender ann = contender()) {
            ann.hold(name);
            Grant other = ann.hold(name + "*");
            revoke(ann, name);
            assertThat(ann.renew(LEASE, other).renewed()).containsOnlyKeys(other.claim());
        }
    }

    /** Whoever decided to end a grant meant that one. */
    @Test
    default void aGrantThatHasEndedIsNotTakenFromItsSuccessor() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.release(ann.hold(name));
            ann.hold(name);
            Holding first = shown(bob, name);
            assertThat(first.isSameGrant(shown(ann, name))).isTrue();
            assertThat(revoke(bob, name)).contains(ann.holder());
            Grant grant = bob.hold(name);
            assertThat(revoke(ann, name, first)).isEmpty();
            assertThat(bob.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
            assertThat(revoke(ann, name, shown(ann, name))).contains(bob.holder());
            assertThat(revoke(ann, name, first)).isEmpty();
        }
    }

    private static Holding shown(Contender client, String name) {
        return client.answer(((Inspection) client.store()).inspect(name))
                .flatMap(LockStatus::holding)
                .orElseThrow();
    }

    private static Optional<Holder> revoke(Contender client, String name, Holding only) {
        return client.answer(((Revocation) client.store()).revoke(name, only));
    }

    private static Optional<Holder> revoke(Contender client, String name) {
        return client.answer(((Revocation) client.store()).revoke(name));
    }
}
