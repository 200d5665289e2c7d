package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Withdrawn;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Revocation;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The contract of stores that can take a lock away and that know a grant by its claim. Elsewhere a late copy makes another
 * grant, which its client knows from the one that was taken away.
 */
public interface RevokedClaimContract extends StoreContract {

    /** A copy of a claim that was on its way gives its holder nothing: it would take the new grant for its own. */
    @Test
    default void aCopyThatArrivesAfterTheRevocationIsRefused() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            Grant grant = ann.hold(claim);
            assertThat(bob.answer(((Revocation) bob.store()).revoke(name))).contains(ann.holder());
            assertThat(ann.send(claim)).as("the outcome of the late %s", claim).isInstanceOf(Withdrawn.class);
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(grant.claim()));
            bob.hold(name);
        }
    }

    /** After a release from elsewhere, too: what a late copy of its claim was granted is not what its holder has. */
    @Test
    default void aGrantIsRenewedOnlyWithItsOwnTokens() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            Claim claim = ann.claim(name);
            Grant grant = ann.hold(claim);
            bob.release(grant);
            Grant another = ann.hold(claim);
            assertThat(another.firstToken()).isGreaterThan(grant.firstToken());
            assertThat(ann.renew(LEASE, grant).lost()).isEqualTo(Set.of(claim.id()));
            assertThat(ann.renew(LEASE, another).renewed()).containsOnlyKeys(claim.id());
        }
    }

    /** The client's next claim is another one. */
    @Test
    default void aRevocationRefusesNoOtherClaimOfTheClient() {
        String name = freshName();
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold(name);
            bob.answer(((Revocation) bob.store()).revoke(name));
            ann.hold(name);
        }
    }
}
