package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.PostgresServer;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/** The check before the commit on PostgreSQL, which has real row locks and isolation levels. */
class PostgresCommitTest {

    private static @Nullable PostgresServer server;

    private @Nullable TestApplication opened;

    @BeforeAll
    static void start() {
        server = PostgresServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void open() {
        opened = TestApplication.start(
                Map.of("database", Objects.requireNonNull(server).url()), DatabaseLocks.class, Shop.class);
        application().get(JdbcTemplate.class).update("delete from sold");
    }

    @AfterEach
    void close() {
        if (opened != null) {
            opened.close();
        }
    }

    private TestApplication application() {
        return Objects.requireNonNull(opened);
    }

    private Shop shop() {
        return application().get(Shop.class);
    }

    private void take() {
        assertThat(application().others().forceRelease().orElseThrow().forceRelease("shop"))
                .isPresent();
    }

    /** The holder releases the lock right after its commit, and may be faster. */
    private void takeUnlessReleased() {
        Optional<?> unused = application().others().forceRelease().orElseThrow().forceRelease("shop");
    }

    private int sold() {
        return count("select count(*) from sold");
    }

    private int count(String query) {
        return Objects.requireNonNull(application().get(JdbcTemplate.class).queryForObject(query, Integer.class));
    }

    @Test
    void aHolderWithTheLockCommitsAtEachIsolationLevel() {
        shop().sell(() -> {});
        shop().sellInASnapshot(() -> {});
        shop().sellSerializably(() -> {});

        assertThat(sold()).isEqualTo(3);
    }

    @Test
    void aHolderWhoseLockWasTakenDoesNotCommit() {
        assertThatThrownBy(() -> shop().sell(this::take)).isInstanceOf(LeaseLostException.class);
        assertThat(sold()).isZero();
    }

    @Test
    void aHolderWhoseLockWasTakenDoesNotCommitItsSnapshot() {
        assertThatThrownBy(() -> shop().sellInASnapshot(this::take));
        assertThatThrownBy(() -> shop().sellSerializably(this::take));
        assertThat(sold()).isZero();
    }

    @Test
    void whoeverTakesTheLockAfterTheCheckWaitsForTheCommit() throws Exception {
        CompletableFuture<Integer> seenByTheTaker = new CompletableFuture<>();
        application().get(ConfigurableTransactionManager.class).addListener(new TransactionExecutionListener() {
            @Override
            public void beforeCommit(TransactionExecution transaction) { // After the check, which was added earlier.
                CompletableFuture<Void> unused = CompletableFuture.runAsync(PostgresCommitTest.this::takeUnlessReleased)
                        .whenComplete((none, failure) -> {
                            if (failure != null) {
                                seenByTheTaker.completeExceptionally(failure);
                            } else {
                                seenByTheTaker.complete(sold());
                            }
                        });
                Until.isTrue(() -> count("select count(*) from pg_locks where not granted") > 0);
            }
        });
        shop().sellAnyway();

        assertThat(seenByTheTaker.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void theLocksOfTheApplicationAreThoseOfTheServer() {
        shop().sell(() -> assertThat(application().isHeld("shop")).isTrue());
        assertThat(application().get(LockClient.class).held()).isEmpty();
    }

    static class Shop {
        private final JdbcTemplate jdbc;

        Shop(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        private void insert(Runnable meanwhile) {
            jdbc.update("insert into sold values (1)");
            meanwhile.run();
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true)
        public void sell(Runnable meanwhile) {
            insert(meanwhile);
        }

        @Transactional(isolation = Isolation.REPEATABLE_READ)
        @Locked(name = "shop", checkCommit = true)
        public void sellInASnapshot(Runnable meanwhile) {
            insert(meanwhile);
        }

        @Transactional(isolation = Isolation.SERIALIZABLE)
        @Locked(name = "shop", checkCommit = true)
        public void sellSerializably(Runnable meanwhile) {
            insert(meanwhile);
        }

        @Transactional
        @Locked(name = "shop", checkCommit = true, onLoss = OnLoss.IGNORE)
        public void sellAnyway() {
            jdbc.update("insert into sold values (1)");
        }
    }
}
