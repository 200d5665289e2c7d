package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedAttempt;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.TcpProxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeasedOutageTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PostgresServer server;
    private TcpProxy proxy;
    private LeaseBench bench;

    @BeforeAll
    void start() {
        server = PostgresServer.start();
        proxy = server.proxy();
    }

    @AfterAll
    void stop() {
        proxy.close();
        server.close();
    }

    @BeforeEach
    void open() {
        bench = LeaseBench.on(server.url(proxy));
    }

    private LeasedIdempotency idempotency() {
        LeasedIdempotency idempotency =
                bench.start(bench.settings(Duration.ofSeconds(2)).general());
        idempotency.catalogue().list("orders", 1);
        return idempotency;
    }

    private static IdempotentCall<@Nullable String> call(Duration lease) {
        return Shop.call("key")
                .withOptions(IdempotencyOptions.defaults().withLease(lease).withMaxWait(PATIENCE));
    }

    /** An operation that is under way, and ends when it is told so. */
    private static final class UnderWay {
        final CompletableFuture<LeasedAttempt> attempt = new CompletableFuture<>();
        final CountDownLatch end = new CountDownLatch(1);
        final CompletableFuture<Outcome<@Nullable String>> outcome;

        UnderWay(LeasedIdempotency idempotency) {
            outcome = CompletableFuture.supplyAsync(() -> {
                try {
                    return idempotency.runLeased(call(Duration.ofSeconds(3)), running -> {
                        attempt.complete(running);
                        end.await();
                        return "done";
                    });
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
        }
    }

    @Test
    void an_attempt_outlives_a_database_that_is_silent_during_renewals() throws Exception {
        try (LeasedIdempotency idempotency = idempotency()) {
            UnderWay operation = new UnderWay(idempotency);
            LeasedAttempt attempt = operation.attempt.get(60, TimeUnit.SECONDS);
            proxy.freeze();
            try {
                Await.until("the lease to expire", PATIENCE, () -> !attempt.isOwner());
            } finally {
                proxy.thaw();
            }
            Await.until("a renewal", PATIENCE, attempt::isOwner);
            operation.end.countDown();
            assertThat(operation.outcome.get(60, TimeUnit.SECONDS)).isEqualTo(new Outcome.Executed<>("done"));
            assertThat(idempotency.runLeased(call(Duration.ofSeconds(3)), again -> "run twice"))
                    .isEqualTo(new Outcome.Replayed<>("done"));
        }
    }

    @Test
    void an_outcome_is_stored_though_the_database_was_killed() throws Exception {
        try (LeasedIdempotency idempotency =
                bench.start(bench.settings(Duration.ofSeconds(30)).general())) {
            UnderWay operation = new UnderWay(idempotency);
            operation.attempt.get(60, TimeUnit.SECONDS);
            server.kill();
            operation.end.countDown();
            server.restart();
            assertThat(operation.outcome.get(60, TimeUnit.SECONDS)).isEqualTo(new Outcome.Executed<>("done"));
            assertThat(idempotency.runLeased(call(Duration.ofSeconds(3)), again -> "run twice"))
                    .isEqualTo(new Outcome.Replayed<>("done"));
        }
    }

    /** The database has read the claim, and executes it when it goes on. */
    @Test
    void a_claim_that_was_given_up_holds_no_key() throws Exception {
        try (LeasedIdempotency idempotency = idempotency()) {
            idempotency.runLeased(Shop.call("before"), attempt -> "value");
            proxy.freeze();
            StoreUnavailableException failure;
            try {
                failure = catchThrowableOfType(
                        StoreUnavailableException.class,
                        () -> idempotency.runLeased(call(Duration.ofMinutes(10)), attempt -> "never"));
            } finally {
                proxy.thaw();
            }
            assertThat(failure).isNotNull();
            assertThat(failure.outcomeUnknown()).isTrue();
            Await.until("the withdrawal", PATIENCE, () -> withdrawn() == 1);
            assertThat(idempotency.runLeased(call(Duration.ofMinutes(10)), attempt -> "run"))
                    .isEqualTo(new Outcome.Executed<>("run"));
        }
    }

    private long withdrawn() throws SQLException {
        return bench.number("SELECT count(*) FROM " + bench.table() + " WHERE attempts <= 0");
    }
}
