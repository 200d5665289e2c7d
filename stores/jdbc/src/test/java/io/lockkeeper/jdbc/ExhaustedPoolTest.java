package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A pool of the user's that has no connection left is told of in time, and waited for. */
@OnEveryDatabase
class ExhaustedPoolTest extends DatabaseOfKind {

    ExhaustedPoolTest(Kind kind) {
        super(kind);
    }

    /** By a pool that keeps callers waiting for longer than a test may take, and by one that does not. */
    @ParameterizedTest
    @ValueSource(longs = {300_000, 2_000})
    void whoDoesNotWaitIsToldInTime(long poolMillis) throws Exception {
        try (HikariDataSource pool = pool(poolMillis);
                LockClient locks = client(pool)) {
            List<Connection> all = exhaust(pool);
            assertThatThrownBy(() -> locks.lock("orders").tryAcquire()).isInstanceOf(StoreUnavailableException.class);
            giveBack(all);
        }
    }

    @Test
    void whoWaitsHasTheLockWhenThePoolHasConnectionsAgain() throws Exception {
        try (HikariDataSource pool = pool(300_000);
                LockClient locks = client(pool)) {
            List<Connection> all = exhaust(pool);
            CompletableFuture<Lease> waiting =
                    locks.lock("bills").acquireAsync().toCompletableFuture();
            Await.until(
                    "a connection is wanted, and again",
                    PATIENCE,
                    () -> pool.getHikariPoolMXBean().getThreadsAwaitingConnection() >= 2);
            assertThat(waiting).isNotDone();
            giveBack(all);
            waiting.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().close();
        }
    }

    /** Nobody would give back what it was granted. */
    @Test
    void aClaimThatNobodyWaitsForAnyMoreIsNotSent() throws Exception {
        JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(2));
        try (HikariDataSource pool = pool(300_000);
                JdbcStore store = JdbcStore.over(pool, settings)) {
            List<Connection> all = exhaust(pool);
            Claim claim = new ClaimsOf("ann").now("late", Duration.ofHours(1));
            assertThatThrownBy(() -> ClaimsOf.send(store, claim)).hasCauseInstanceOf(StoreUnavailableException.class);
            giveBack(all);
            HikariPoolMXBean state = pool.getHikariPoolMXBean();
            Await.until(
                    "a connection came, and went back",
                    PATIENCE,
                    () -> state.getThreadsAwaitingConnection() == 0 && state.getActiveConnections() == 0);
            assertThat(database().number("SELECT COUNT(*) FROM lockkeeper_locks2 WHERE claim = '" + claim.id() + "'"))
                    .isZero();
        }
    }

    private HikariDataSource pool(long millis) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(database().url());
        pool.setMaximumPoolSize(3);
        pool.setConnectionTimeout(millis);
        return pool;
    }

    private static LockClient client(HikariDataSource pool) {
        JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofSeconds(2));
        return Engine.load().start(JdbcStore.over(pool, settings), ClientOptions.defaults());
    }

    private static List<Connection> exhaust(HikariDataSource pool) throws SQLException {
        List<Connection> all = new ArrayList<>();
        while (all.size() < pool.getMaximumPoolSize()) {
            all.add(pool.getConnection());
        }
        return all;
    }

    private static void giveBack(List<Connection> all) throws SQLException {
        for (Connection each : all) {
            each.close();
        }
    }
}
