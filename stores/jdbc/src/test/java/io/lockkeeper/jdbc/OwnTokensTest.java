package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A lock that was taken away, and given again by a late copy of the same claim, is another grant. */
@OnEveryDatabase
class OwnTokensTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofHours(1);

    OwnTokensTest(Kind kind) {
        super(kind);
    }

    @Test
    void aGrantIsRenewedOnlyWithItsOwnTokens() {
        try (JdbcStore store = database().open()) {
            ClaimsOf ann = new ClaimsOf("ann");
            Claim claim = ann.now("orders", LEASE);
            Grant first = ClaimsOf.granted(store, claim);
            Grant other = ann.hold(store, "bills", LEASE);
            ClaimsOf.answer(store.release(first)); // By its id, from elsewhere.
            Grant second = ClaimsOf.granted(store, claim);
            assertThat(second.firstToken()).isGreaterThan(first.firstToken());
            var outcome = ClaimsOf.answer(store.renew(List.of(new Renewal(first, LEASE), new Renewal(other, LEASE))));
            assertThat(outcome.lost()).containsExactly(first.claim());
            assertThat(outcome.renewed()).containsOnlyKeys(other.claim());
            assertThat(ClaimsOf.answer(store.renew(List.of(new Renewal(second, LEASE))))
                            .renewed())
                    .containsOnlyKeys(claim.id());
        }
    }
}
