package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Claim;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** While no thread can be started the store is unavailable; afterwards it works as before. */
@OnEveryDatabase
class NoThreadTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofHours(1);

    private final RecordedSignals heard = new RecordedSignals();

    NoThreadTest(Kind kind) {
        super(kind);
    }

    /** The first attempt lacks the timer's thread, the second one a thread that waits for the database. */
    @Test
    void aClaimFailsAndCanBeSentAgain() {
        try (JdbcStore store = database().open()) {
            Claim claim = new ClaimsOf("ann").now("orders", LEASE);
            assertIsUnavailable(() -> store.claim(claim));
            assertThat(ClaimsOf.answer(store.list("none", 1))).isEmpty();
            assertIsUnavailable(() -> store.claim(claim));
            assertThat(ClaimsOf.granted(store, claim).claim()).isEqualTo(claim.id());
        }
    }

    @Test
    void whoCouldNotListenListensLater() {
        try (JdbcStore store = database().open()) {
            assertIsUnavailable(() -> store.listen("ann", heard));
            ClaimsOf.answer(store.listen("ann", heard));
            new ClaimsOf("ann").hold(store, "bills", LEASE);
            assertThat(ClaimsOf.queued(store, new ClaimsOf("eve").waiting("bills", LEASE))
                            .ahead())
                    .isZero();
            assertThat(heard.await(PATIENCE, new Signal.Contended("bills")::equals))
                    .isPresent();
        }
    }

    @Test
    void whoCannotConnectIsToldSo() {
        TestDatabase database = database();
        assertThatThrownBy(() -> withoutThreads(Integer.MAX_VALUE, database::open))
                .isInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void aPoolIsClosedByWhoClosesTheStore() {
        Database open = Database.open(database().url(), JdbcSettings.defaults());
        HikariDataSource pool = (HikariDataSource) open.connections().source();
        withoutThreads(1, () -> {
            open.close();
            return true;
        });
        assertThat(pool.isClosed()).isTrue();
        assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isZero();
    }

    private static void assertIsUnavailable(Supplier<CompletionStage<?>> asked) {
        CompletionStage<?> answer = withoutThreads(Integer.MAX_VALUE, asked);
        assertThatThrownBy(() -> ClaimsOf.answer(answer)).hasCauseInstanceOf(StoreUnavailableException.class);
    }

    /** A thread inherits from the one that starts it, and that fails here, so often, as it does for want of memory. */
    private static <T> T withoutThreads(int times, Supplier<T> asked) {
        AtomicInteger failed = new AtomicInteger();
        InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>() {
            @Override
            protected String childValue(String parent) {
                if (failed.getAndIncrement() < times) {
                    throw new InternalError("unable to create native thread");
                }
                return parent;
            }
        };
        inherited.set("");
        try {
            return asked.get();
        } finally {
            inherited.remove();
        }
    }
}
