package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Revocation;
import org.junit.jupiter.api.Test;

/** The contract of stores that queue claims and can take a lock away: the holder is told, the next in line served. */
public interface QueueRevocationContract extends RevocationContract, QueueContract {

    /** If it listens, it need not wait for its next renewal. */
    @Test
    default void theHolderIsToldThatItsLockWasTaken() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold(name);
            bob.answer(((Revocation) bob.store()).revoke(name));
            Signal known = new Signal.Lost(name, grant.claim(), LeaseLoss.Reason.REVOKED);
            Signal hinted = new Signal.MayBeLost(name, grant.claim(), LeaseLoss.Reason.REVOKED);
            assertThat(ann.signals().await(patience(), signal -> signal.equals(known) || signal.equals(hinted)))
                    .as("what the holder was told: %s", ann.signals().heard())
                    .isPresent();
        }
    }

    /** As by a release. */
    @Test
    default void aRevokedLockGoesToTheNextInLine() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold(name);
            Claim claim = bob.queue(name);
            ann.answer(((Revocation) ann.store()).revoke(name));
            bob.awaitGrant(claim);
        }
    }
}
