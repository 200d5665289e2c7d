package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Withdrawn;
import io.lockkeeper.store.Grant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promise that a withdrawn claim is as though it had never been. */
public interface WithdrawalPromise extends StoreFixture {

    /** As when nobody waits for it any more by the time it was granted. */
    @Test
    default void aWithdrawnGrantFreesTheLock() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            Grant grant = ann.hold(claim);
            ann.withdraw(claim, false);
            bob.hold(name);
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
        }
    }

    /** The withdrawal overtook the claim on its way to the store. */
    @Test
    default void aClaimThatArrivesAfterItsWithdrawalIsRefused() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            ann.withdraw(claim, true);
            assertThat(ann.send(claim)).as("the outcome of the late %s", claim).isInstanceOf(Withdrawn.class);
            bob.hold(name);
        }
    }

    /** A claim sent twice, granted, and withdrawn before its second copy arrives. */
    @Test
    default void aCopyThatArrivesAfterTheWithdrawalIsRefused() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            ann.hold(claim);
            ann.withdraw(claim, true);
            assertThat(ann.send(claim)).as("the outcome of the late %s", claim).isInstanceOf(Withdrawn.class);
            bob.hold(name);
        }
    }

    /** A withdrawal sent twice, and one of a claim that was refused. */
    @Test
    default void aWithdrawalLeavesTheLocksOfOthersAlone() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Claim claim = ann.claim(name);
            ann.hold(claim);
            ann.withdraw(claim, true);
            bob.hold(name);
            ann.withdraw(claim, true);
            ann.withdraw(ann.claim(name), true);
            ann.withdraw(ann.claim(name), false);
            eve.isRefused(name);
        }
    }

    /** The client's next claim is another one. */
    @Test
    default void aWithdrawalRefusesNoOtherClaimOfTheClient() {
        String name = freshName();
        try (Contender ann = contender()) {
            ann.withdraw(ann.claim(name), true);
            ann.hold(name);
        }
    }
}
