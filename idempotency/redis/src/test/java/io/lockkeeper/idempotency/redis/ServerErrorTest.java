package io.lockkeeper.idempotency.redis;

import static io.lockkeeper.idempotency.redis.Claims.GONE;
import static io.lockkeeper.idempotency.redis.Claims.answer;
import static io.lockkeeper.idempotency.redis.Claims.claim;
import static io.lockkeeper.idempotency.redis.Claims.owned;
import static io.lockkeeper.idempotency.redis.OutageTest.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisLoadingException;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangeAnswer;
import io.lockkeeper.idempotency.store.LeaseRenewal;
import io.lockkeeper.idempotency.store.Ownership;
import io.lockkeeper.idempotency.store.RecoveryPoint;
import io.lockkeeper.servers.RedisServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the server's refusals mean. */
class ServerErrorTest {

    private final IdempotencyKey key = Claims.key();

    @Test
    void a_replica_is_refused() {
        try (RedisServer primary = RedisServer.start();
                RedisServer replica = RedisServer.configure().replicaOf(primary).start()) {
            assertThatThrownBy(() -> Claims.store(replica.url()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("replica");
        }
    }

    @Test
    void what_became_a_replica_can_not_serve_for_the_moment() {
        try (RedisServer primary = RedisServer.start();
                RedisServer redis = RedisServer.start();
                RedisRecords store = Claims.store(redis.url())) {
            redis.exec("REPLICAOF", "127.0.0.1", "" + primary.port());
            assertUnavailable(() -> store.claim(claim(key, "ann")), false, "It is a replica");
            redis.exec("REPLICAOF", "NO", "ONE");
            OutageTest.again(() -> store.claim(claim(key, "ann")));
        }
    }

    @Test
    void a_full_server_refuses_claims_and_takes_outcomes_renewals_and_releases() {
        try (RedisServer redis = RedisServer.start();
                RedisRecords store = Claims.store(redis.url())) {
            Ownership ann = owned(store, claim(key, "ann"));
            Ownership bob = owned(store, claim(Claims.key(), "bob"));
            redis.exec("CONFIG", "SET", "maxmemory", "1mb");

            assertUnavailable(() -> store.claim(claim(Claims.key(), "eve")), false, "memory is full");
            assertThat(answer(store.renew(List.of(new LeaseRenewal(ann, Claims.LEASE, Claims.DAY)))))
                    .isEmpty();
            assertThat(answer(store.finish(ann, GONE))).isEqualTo(ChangeAnswer.DONE);
            assertThat(answer(store.release(bob))).isEqualTo(ChangeAnswer.DONE);
        }
    }

    @Test
    void a_server_that_loads_its_data_can_not_serve_for_the_moment() {
        assertThat(new Failures("here:1", Keys.under(""))
                        .of(new RedisLoadingException("LOADING Redis is loading the dataset in memory")))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessage(
                        "Redis at here:1 can't serve for the moment: LOADING Redis is loading the dataset in memory.");
    }

    @Test
    void a_missing_password_is_said_and_a_wrong_one_is_not_shown() {
        try (RedisServer redis =
                RedisServer.configure().password("right-secret").start()) {
            String there = "127.0.0.1:" + redis.port();
            assertThatThrownBy(() -> Claims.store("redis://" + there))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("redis://user:password@host");
            assertThatThrownBy(() -> Claims.store("redis://:wrong-secret@" + there))
                    .isInstanceOf(IllegalStateException.class)
                    .hasStackTraceContaining("WRONGPASS")
                    .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain("wrong-secret"));
            Claims.store(redis.url()).close();
        }
    }

    @Test
    void a_user_needs_no_more_rights_than_the_refusal_tells() {
        try (RedisServer redis =
                RedisServer.configure().user("app", "on >secret resetchannels").start()) {
            String url = "redis://app:secret@127.0.0.1:" + redis.port() + "?prefix=app:";
            try (RedisRecords store = Claims.store(url)) {
                String refusal = OutageTest.refusal(() -> store.claim(claim(key, "ann")));
                String rules = refusal.replaceFirst("(?s).*Grant it (.*) \\+ping, .*", "$1") + " +scan";
                redis.exec(("ACL SETUSER app " + rules).split(" "));

                Ownership ann = owned(store, claim(key, "ann"));
                answer(store.renew(List.of(new LeaseRenewal(ann, Claims.LEASE, Claims.DAY))));
                answer(store.note(ann, new RecoveryPoint("x", new byte[1])));
                answer(store.finish(ann, GONE));
                assertThat(store.catalogue().list(key.scope(), 10)).hasSize(1);
                assertThat(store.catalogue().erase(key)).isTrue();
                assertThat(store.catalogue().free(key, ann.token())).isTrue();
                answer(store.withdraw(key, "bob"));
                assertThat(redis.exec("ACL", "LOG")).asString().doesNotContain("app:li1");
            }
        }
    }

    @Test
    void a_foreign_key_of_another_type_is_an_error_and_nothing_runs() {
        try (RedisServer redis = RedisServer.start();
                RedisRecords store = Claims.store(redis.url())) {
            redis.exec("SET", Keys.under("").record(key), "someone else's");
            assertThat(OutageTest.refusal(() -> store.claim(claim(key, "ann")))).contains("choose another prefix");
            assertThat(redis.exec("GET", Keys.under("").record(key))).isEqualTo("someone else's");
        }
    }

    private static String stackTrace(Throwable failure) {
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
