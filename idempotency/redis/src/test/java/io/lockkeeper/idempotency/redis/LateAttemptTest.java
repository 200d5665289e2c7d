package io.lockkeeper.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencyRecord;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresProgram;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** First attempts that come back after their lease, and clients whose clocks are wrong. */
class LateAttemptTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final RedisServer REDIS = RedisServer.start();

    private final IdempotencyKey key =
            IdempotencyKey.of("late", UUID.randomUUID().toString());
    private final IdempotentCall<Object> call = IdempotentCall.<Object>of(key, Claims.PRINT, OutcomeCodec.plain())
            .withOptions(IdempotencyOptions.defaults().withMaxWait(PATIENCE));

    @Test
    void a_first_attempt_that_resumes_after_its_lease_changes_nothing() throws Exception {
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(REDIS.url());
                JavaProcess first = JavaProcess.start(LateAttempt.class, REDIS.url(), key.id(), "1000")) {
            first.awaitLine(line -> line.startsWith("running"), PATIENCE);
            first.pause();

            Outcome<Object> successor = idempotency.run(call, attempt -> {
                assertThat(attempt.number()).isEqualTo(2);
                return "paid by the second";
            });
            first.resume();
            first.writeLine("");

            assertThat(successor).isEqualTo(new Outcome.Executed<Object>("paid by the second"));
            assertThat(first.awaitLine(line -> line.startsWith("answer"), PATIENCE))
                    .endsWith("AttemptLostException");
            assertThat(idempotency.run(call, attempt -> "paid thrice"))
                    .isEqualTo(new Outcome.Replayed<Object>("paid by the second"));
        }
    }

    @Test
    void a_first_attempt_that_resumes_after_its_lease_without_a_successor_stores_its_outcome() throws Exception {
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(REDIS.url());
                JavaProcess first = JavaProcess.start(LateAttempt.class, REDIS.url(), key.id(), "500")) {
            first.awaitLine(line -> line.startsWith("running"), PATIENCE);
            first.pause();
            Await.until(
                    "the end of the lease",
                    PATIENCE,
                    () -> idempotency
                            .catalogue()
                            .find(key)
                            .orElseThrow()
                            .attempt()
                            .leaseRemaining()
                            .isNegative());
            first.resume();
            first.writeLine("");

            assertThat(first.awaitLine(line -> line.startsWith("answer"), PATIENCE))
                    .contains("Executed");
            assertThat(idempotency.run(call, attempt -> "paid twice"))
                    .isEqualTo(new Outcome.Replayed<Object>("paid by the first"));
        }
    }

    @Test
    @RequiresProgram(value = "faketime", remedy = "apt-get install faketime")
    void clients_whose_clocks_are_wrong_by_a_day_change_no_lease() throws Exception {
        IdempotencyKey early = IdempotencyKey.of("late", UUID.randomUUID().toString());
        IdempotencyKey late = IdempotencyKey.of("late", UUID.randomUUID().toString());
        try (LeasedIdempotency idempotency = RedisIdempotency.connect(REDIS.url());
                JavaProcess ahead = process(early, "+1d");
                JavaProcess behind = process(late, "-1d")) {
            check(idempotency, early, ahead);
            check(idempotency, late, behind);
        }
    }

    private static JavaProcess process(IdempotencyKey key, String offset) {
        return JavaCommand.of(LateAttempt.class, REDIS.url(), key.id(), "30000")
                .clock(offset)
                .start();
    }

    private static void check(LeasedIdempotency idempotency, IdempotencyKey key, JavaProcess first) throws Exception {
        String running = first.awaitLine(line -> line.startsWith("running"), PATIENCE);
        Instant itsClock = Instant.parse(running.split(" ", -1)[2]);
        assertThat(Duration.between(Instant.now(), itsClock).abs()).isGreaterThan(Duration.ofHours(23));

        IdempotencyRecord record = idempotency.catalogue().find(key).orElseThrow();
        assertThat(record.attempt().leaseRemaining()).isPositive().isLessThanOrEqualTo(Duration.ofSeconds(30));
        assertThat(Duration.between(record.attempt().since(), Instant.now()).abs())
                .isLessThan(Duration.ofHours(1));
        assertThat(idempotency.run(key, Claims.PRINT, attempt -> "paid twice")).isInstanceOf(Outcome.InFlight.class);
        first.writeLine("");
        assertThat(first.awaitLine(line -> line.startsWith("answer"), PATIENCE)).contains("Executed");
    }
}
