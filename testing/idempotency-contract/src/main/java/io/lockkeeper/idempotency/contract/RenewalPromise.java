package io.lockkeeper.idempotency.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.Ownership;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The promise that renewals prolong what is owned, in any number, and never make a record. */
public interface RenewalPromise extends StoreFixture {

    /** From now on, whether that is later or earlier. */
    @Test
    default void aRenewalSetsTheLease() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            assertThat(ann.renew(LEASE.multipliedBy(2), owned)).isEmpty();
            assertThat(bob.held(claim(key, LEASE)).remaining()).isGreaterThan(LEASE);
            assertThat(ann.renew(SHORT_LEASE, owned)).isEmpty();
            assertThat(bob.held(claim(key, LEASE, PRINT, false)).remaining()).isLessThanOrEqualTo(SHORT_LEASE);
        }
    }

    /** It is the only one. */
    @Test
    default void anExpiredLeaseThatNobodyTookOverIsRenewed() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, SHORT_LEASE));
            outlast(SHORT_LEASE);
            assertThat(ann.renew(LEASE, owned)).isEmpty();
            assertThat(bob.held(claim(key, LEASE)).remaining()).isPositive();
            assertThat(ann.finish(owned, completed("paid"))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    /** No request, or an empty one. */
    @Test
    default void noRenewalsAreRenewed() {
        try (StoreClient ann = client()) {
            assertThat(ann.renew(LEASE)).isEmpty();
        }
    }

    /** Gone, never there, finished, another's, another token. */
    @Test
    default void whatIsNotOwnedIsLostAndNotMade() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership never = new Ownership(freshKey(), UUID.randomUUID().toString(), 1);
            Ownership gone = ann.own(claim(freshKey(), LEASE));
            ann.release(gone);
            Ownership finished = ann.own(claim(freshKey(), LEASE));
            ann.finish(finished, completed("paid"));
            Ownership owned = ann.own(claim(key, LEASE));
            Ownership stranger = new Ownership(key, UUID.randomUUID().toString(), owned.token());
            Ownership stale = new Ownership(key, owned.owner(), owned.token() - 1);
            assertThat(ann.renew(LEASE.multipliedBy(2), never, gone, finished, owned, stranger, stale))
                    .containsExactlyInAnyOrder(never, gone, finished, stranger, stale);
            assertThat(bob.catalogue().find(never.key())).isEmpty();
            assertThat(bob.catalogue().find(gone.key())).isEmpty();
            assertThat(bob.finished(claim(finished.key(), LEASE)).outcome())
                    .asString()
                    .isEqualTo("paid");
        }
    }

    /** As the heartbeat of a busy process sends them. */
    @Test
    default void aThousandLeasesAreRenewedTogether() {
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            List<Ownership> owned = ownAThousand(ann);
            List<Ownership> lost = new ArrayList<>();
            for (int index = 0; index < owned.size(); index += 100) {
                lost.add(owned.get(index));
                ann.release(owned.get(index));
            }
            assertThat(ann.renew(LEASE.multipliedBy(2), owned.toArray(Ownership[]::new)))
                    .containsExactlyInAnyOrderElementsOf(lost);
            assertThat(bob.held(claim(owned.get(1).key(), LEASE)).remaining()).isGreaterThan(LEASE);
            assertThat(bob.held(claim(owned.get(999).key(), LEASE)).remaining()).isGreaterThan(LEASE);
            assertThat(bob.catalogue().find(owned.get(0).key())).isEmpty();
        }
    }

    private List<Ownership> ownAThousand(StoreClient ann) {
        List<Ownership> owned = new ArrayList<>();
        for (int batch = 0; batch < 10; batch++) {
            var claims = new ArrayList<io.lockkeeper.idempotency.store.IdempotencyClaim>();
            List<CompletionStage<ClaimAnswer>> answers = new ArrayList<>();
            for (int index = 0; index < 100; index++) {
                claims.add(claim(freshKey(), LEASE));
                answers.add(ann.store().claim(claims.get(index)));
            }
            for (int index = 0; index < 100; index++) {
                ClaimAnswer.Granted granted = (ClaimAnswer.Granted) ann.answer(answers.get(index));
                owned.add(
                        new Ownership(claims.get(index).key(), claims.get(index).owner(), granted.token()));
            }
        }
        return owned;
    }

    /** Its holder hears at once that there is no time left, and others may take over. */
    @Test
    default void aRenewedLeaseExpiresLikeAnyOther() {
        IdempotencyKey key = freshKey();
        try (StoreClient ann = client();
                StoreClient bob = client()) {
            Ownership owned = ann.own(claim(key, LEASE));
            ann.renew(SHORT_LEASE, owned);
            outlast(SHORT_LEASE);
            assertThat(bob.held(claim(key, LEASE, PRINT, false)).remaining()).isLessThanOrEqualTo(Duration.ZERO);
            assertThat(bob.granted(claim(key, LEASE)).number()).isEqualTo(2);
        }
    }
}
