package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Several clients may use one store. */
@OnEveryDatabase
class SharedStoreTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofHours(1);

    private final ClaimsOf ann = new ClaimsOf("ann");
    private final ClaimsOf bob = new ClaimsOf("bob");
    private final ClaimsOf eve = new ClaimsOf("eve");

    SharedStoreTest(Kind kind) {
        super(kind);
    }

    /** Messages come in order: when ann hears that eve waits for "bills", she knows that she is next for "orders". */
    @Test
    void whoCeasesToWaitDoesNotKeepAnotherClientFromAskingAgain() {
        RecordedSignals heard = new RecordedSignals();
        try (JdbcStore store = database().open()) {
            Grant held = bob.hold(store, "orders", LEASE);
            ClaimsOf.answer(store.listen("ann", heard));
            ann.hold(store, "bills", LEASE);
            Claim leaves = eve.waiting("orders", LEASE);
            assertThat(ClaimsOf.queued(store, ann.waiting("orders", LEASE)).ahead())
                    .isZero();
            assertThat(ClaimsOf.queued(store, leaves).ahead()).isEqualTo(1);
            assertThat(ClaimsOf.answer(store.setLease(held, Duration.ofSeconds(2))))
                    .isTrue();
            assertThat(ClaimsOf.queued(store, eve.waiting("bills", LEASE)).ahead())
                    .isZero();
            assertThat(heard.await(PATIENCE, new Signal.Contended("bills")::equals))
                    .isPresent();
            ClaimsOf.answer(store.withdraw(leaves, false));
            assertThat(heard.await(PATIENCE, new Signal.Free("orders")::equals)).isPresent();
        }
    }
}
