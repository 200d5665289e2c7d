package io.lockkeeper.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What idempotency costs the server, counted: requests, and the commands inside their scripts. */
class CommandCountTest {

    @Test
    void a_run_is_two_requests_and_a_repeat_is_one() throws Exception {
        try (RedisServer redis = RedisServer.start();
                LeasedIdempotency idempotency = RedisIdempotency.connect(redis.url())) {
            idempotency.run(Claims.key(), Claims.PRINT, attempt -> "so that the server knows the scripts");
            IdempotencyKey key = Claims.key();

            redis.resetStats();
            assertThat(idempotency.run(key, Claims.PRINT, attempt -> "paid")).isEqualTo(new Outcome.Executed<>("paid"));
            assertThat(redis.commandStats())
                    .isEqualTo(Map.of(
                            "evalsha",
                            2L,
                            "time",
                            2L,
                            "hmget",
                            2L,
                            "exists",
                            1L,
                            "hset",
                            2L,
                            "persist",
                            1L,
                            "pexpireat",
                            2L,
                            "publish",
                            1L));

            redis.resetStats();
            assertThat(idempotency.run(key, Claims.PRINT, attempt -> "paid twice"))
                    .isEqualTo(new Outcome.Replayed<>("paid"));
            assertThat(redis.commandStats()).isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hmget", 1L));
        }
    }

    @Test
    void scripts_that_the_server_forgot_are_sent_again() throws Exception {
        try (RedisServer redis = RedisServer.start();
                LeasedIdempotency idempotency = RedisIdempotency.connect(redis.url())) {
            idempotency.run(Claims.key(), Claims.PRINT, attempt -> "paid");
            redis.exec("SCRIPT", "FLUSH");

            assertThat(idempotency.run(Claims.key(), Claims.PRINT, attempt -> "paid"))
                    .isEqualTo(new Outcome.Executed<>("paid"));
        }
    }

    @Test
    void a_renewal_is_one_request_for_256_leases() {
        try (RedisServer redis = RedisServer.start();
                RedisRecords store = Claims.store(redis.url())) {
            List<LeaseRenewal> renewals = new ArrayList<>();
            for (int index = 0; index < 512; index++) {
                renewals.add(new LeaseRenewal(
                        Claims.owned(store, Claims.claim(Claims.key(), "ann")), Claims.LEASE, Claims.DAY));
            }
            Claims.answer(store.renew(renewals));

            redis.resetStats();
            assertThat(Claims.answer(store.renew(renewals))).isEmpty();
            assertThat(redis.commandStats()).containsEntry("evalsha", 2L).hasSize(6);
        }
    }
}
