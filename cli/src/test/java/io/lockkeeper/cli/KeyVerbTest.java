package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.servers.RedisServer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code key} on a real Redis. */
final class KeyVerbTest {
    private static RedisServer redis;
    private static LeasedIdempotency idempotency;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
        idempotency = LeasedIdempotency.connect(redis.url());
    }

    @AfterAll
    static void stopRedis() {
        idempotency.close();
        redis.close();
    }

    private static Lockkeeper ended(String... words) throws Exception {
        return Lockkeeper.ended(redis.url(), words);
    }

    private static Outcome<Object> pay(String id) throws Exception {
        return idempotency.run(IdempotencyKey.of("payments", id), Fingerprint.of("5"), attempt -> "paid");
    }

    /** An attempt whose lease runs out, and that nobody takes over by itself. */
    private static IdempotentCall<Object> unfinished(String id) {
        IdempotentCall<Object> call = IdempotentCall.of(
                        IdempotencyKey.of("payments", id), Fingerprint.of("5"), OutcomeCodec.plain())
                .withOptions(IdempotencyOptions.defaults()
                        .withLease(Duration.ofMillis(100))
                        .withMaxWait(Duration.ofMinutes(1))
                        .withOnExpiry(OnExpiry.HOLD));
        assertThatThrownBy(() -> idempotency.run(call, attempt -> {
                    throw new OutOfMemoryError("as if the process had died here");
                }))
                .isInstanceOf(OutOfMemoryError.class);
        return call;
    }

    @Test
    void a_completed_key_is_shown_and_listed() throws Exception {
        pay("1");
        try (Lockkeeper text = ended("key", "payments", "1");
                Lockkeeper json = ended("key", "payments", "1", "--json");
                Lockkeeper all = ended("key", "payments")) {
            assertThat(text.code()).isZero();
            assertThat(text.out())
                    .contains("scope        payments", "id           1", "state        completed", "attempts     1")
                    .contains("purged       in ");
            JsonObject key = JsonParser.object().from(json.out());
            assertThat(key.getString("state")).isEqualTo("completed");
            assertThat(key.getString("token")).matches("[0-9]+");
            assertThat(all.out()).contains("ID", "STATE", "PURGED IN", "completed");
        }
    }

    @Test
    void a_key_that_nobody_used_is_free() throws Exception {
        try (Lockkeeper free = ended("key", "payments", "unused")) {
            assertThat(free.code()).isEqualTo(ExitCode.FREE);
            assertThat(free.out()).contains("payments/unused is free");
        }
    }

    @Test
    void an_unfinished_key_is_freed_with_the_token_that_was_shown() throws Exception {
        IdempotentCall<Object> call = unfinished("2");
        assertThat(idempotency.run(call, attempt -> "paid"))
                .isEqualTo(new Outcome.Rejected<>(Rejection.UNKNOWN, Optional.empty()));
        try (Lockkeeper shown = ended("key", "payments", "2", "--json")) {
            JsonObject key = JsonParser.object().from(shown.out());
            assertThat(key.getString("state")).isEqualTo("unfinished");
            try (Lockkeeper wrong = ended("key", "payments", "2", "--free", "--token", "1");
                    Lockkeeper right = ended("key", "payments", "2", "--free", "--token", key.getString("token"))) {
                assertThat(wrong.code()).isEqualTo(ExitCode.DECLINED);
                assertThat(wrong.err()).contains("was not changed", key.getString("token"));
                assertThat(right.code()).isZero();
            }
        }
        assertThat(idempotency.run(call, attempt -> "paid")).isEqualTo(new Outcome.Executed<Object>("paid"));
    }

    @Test
    void an_unfinished_key_that_was_completed_never_runs() throws Exception {
        IdempotentCall<Object> call = unfinished("3");
        idempotency.run(call, attempt -> "paid");
        try (Lockkeeper shown = ended("key", "payments", "3", "--json")) {
            String token = JsonParser.object().from(shown.out()).getString("token");
            try (Lockkeeper completed = ended("key", "payments", "3", "--complete", "--token", token)) {
                assertThat(completed.code()).isZero();
            }
        }
        assertThat(idempotency.run(call, attempt -> "paid"))
                .isEqualTo(new Outcome.Rejected<>(Rejection.GONE, Optional.empty()));
    }

    @Test
    void an_outcome_is_erased_and_its_key_stays_closed() throws Exception {
        pay("4");
        try (Lockkeeper erased = ended("key", "payments", "4", "--erase")) {
            assertThat(erased.code()).isZero();
        }
        assertThat(pay("4")).isEqualTo(new Outcome.Rejected<>(Rejection.GONE, Optional.empty()));
    }

    @Test
    void what_is_missing_is_said() throws Exception {
        try (Lockkeeper token = ended("key", "payments", "5", "--free");
                Lockkeeper id = ended("key", "payments", "--erase");
                Lockkeeper unheeded = ended("key", "payments", "5", "--erase", "--token", "1");
                Lockkeeper both = ended("key", "payments", "5", "--erase", "--free", "--token", "1");
                Lockkeeper store = Lockkeeper.ended("etcd://localhost:2379", "key", "payments")) {
            assertThat(token.code()).isEqualTo(ExitCode.USAGE);
            assertThat(token.err()).contains("--token");
            assertThat(id.code()).isEqualTo(ExitCode.USAGE);
            assertThat(id.err()).contains("needs the ID");
            assertThat(unheeded.code()).isEqualTo(ExitCode.USAGE);
            assertThat(unheeded.err()).contains("--token");
            assertThat(both.code()).isEqualTo(ExitCode.USAGE);
            assertThat(store.code()).isEqualTo(ExitCode.USAGE);
            assertThat(store.err()).contains("etcd", "redis");
        }
    }
}
