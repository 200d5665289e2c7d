package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What errors of the server mean to callers; versions word them differently. */
class ServerErrorTest {

    @Nested
    class OnThePreferredServer extends OnOneServer {
        OnThePreferredServer() {
            super(RedisBinary.preferred());
        }
    }

    @Nested
    class OnRedis62 extends OnOneServer {
        OnRedis62() {
            super(RedisBinary.fromMaven());
        }
    }

    /** Each test has a server of its own. */
    @Execution(ExecutionMode.CONCURRENT)
    abstract static class OnOneServer extends WithRedis {

        OnOneServer(RedisBinary binary) {
            super(binary);
        }

        @Test
        void a_full_server_refuses_claims_and_still_renews_hands_over_and_releases() {
            try (Contender ann = contender();
                    Contender bob = contender();
                    Contender eve = contender()) {
                Grant grant = ann.hold("orders");
                Claim claim = bob.queue("orders");
                Grant other = eve.hold("other");
                Grant damaged = ann.hold("damaged");
                redis.exec("SET", "lk1:{damaged}", "mine");
                redis.exec("CONFIG", "SET", "maxmemory", "1");
                assertUnavailable(() -> eve.store().claim(eve.claim("new")), false, "OOM");
                assertThat(redis.exec("EXISTS", "lk1:{new}")).isEqualTo(0L);
                assertUnavailable(() -> eve.store().claim(Contender.patient(eve.claim("orders"))), false, "OOM");
                assertThat(redis.exec("ZCARD", "lk1:{orders}:q")).isEqualTo(1L);
                assertThat(ann.renew(LEASE, damaged, grant).renewed()).containsOnlyKeys(grant.claim());
                assertThat(ann.answer(((AdjustableLease) ann.store()).setLease(grant, LEASE.multipliedBy(2))))
                        .isTrue();
                assertThat(bob.send(claim)).isInstanceOf(ClaimOutcome.Queued.class);
                ann.release(grant);
                Grant handedOn = bob.awaitGrant(claim);
                assertThat(bob.renew(LEASE, handedOn).renewed()).containsOnlyKeys(claim.id());
                eve.release(other);
                redis.exec("CONFIG", "SET", "maxmemory", "0");
                eve.hold("other");
            }
        }

        @Test
        void a_server_that_may_evict_locks_is_warned_of() {
            redis.exec("CONFIG", "SET", "maxmemory-policy", "volatile-lru");
            try (RedisStore unlimited = open(redis.url())) {
                assertThat(unlimited.warnings()).isEmpty();
            }
            redis.exec("CONFIG", "SET", "maxmemory", "100mb");
            try (RedisStore limited = open(redis.url())) {
                assertThat(limited.warnings()).hasSize(1).allMatch(warning -> warning.contains("volatile-lru"));
            }
            redis.exec("CONFIG", "SET", "maxmemory-policy", "noeviction");
            try (RedisStore sound = open(redis.url())) {
                assertThat(sound.warnings()).isEmpty();
            }
        }

        @Test
        void a_demoted_primary_is_left_for_another_connection() {
            try (Contender ann = contender();
                    Contender bob = contender()) {
                Grant grant = ann.hold("orders");
                Claim claim = bob.queue("orders");
                long connections = connectionsReceived();
                redis.exec("REPLICAOF", "127.0.0.1", "1");
                assertUnavailable(() -> ann.store().claim(ann.claim("new")), false, "READONLY");
                eventually(patience(), () -> assertThat(connectionsReceived()).isGreaterThan(connections + 1));
                eventually(patience(), () -> assertUnavailable(() -> ann.store().release(grant), false, "READONLY"));
                assertThat(bob.signals().heard()).as("what a replica pushed").isEmpty();
                redis.exec("REPLICAOF", "NO", "ONE");
                eventually(
                        patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
                bob.awaitGrant(claim);
            }
        }

        @Test
        void a_server_that_is_busy_with_a_script_is_tried_again() {
            try (Contender ann = contender();
                    RespConnection blocking = redis.connect(Duration.ofSeconds(10))) {
                redis.exec("CONFIG", "SET", "lua-time-limit", "10");
                blocking.send("EVAL", "while true do end", "0");
                Claim claim = ann.claim("orders");
                assertUnavailable(() -> ann.store().claim(claim), false, "BUSY");
                redis.exec("SCRIPT", "KILL");
                eventually(
                        patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
                ann.hold(claim);
            }
        }

        @Test
        void a_server_that_loads_its_data_is_tried_again() {
            try (Contender ann = contender();
                    RespConnection loading = redis.connect(Duration.ofSeconds(10))) {
                ann.hold("orders");
                redis.exec("CONFIG", "SET", "rdbcompression", "no"); // It answers once in 2 MB of what it loads.
                redis.exec("EVAL", "for i = 1, 2000 do redis.call('SET', i, string.rep('x', 8192)) end", "0");
                redis.exec("CONFIG", "SET", "key-load-delay", "500");
                loading.send("DEBUG", "RELOAD");
                eventually(
                        patience(),
                        () -> assertUnavailable(() -> ann.store().claim(ann.claim("new")), false, "LOADING"));
                loading.receive();
                ann.hold("new");
            }
        }

        @Test
        void a_primary_that_misses_its_replicas_is_tried_again() {
            assertTriedAgain(
                    "NOREPLICAS",
                    () -> redis.exec("CONFIG", "SET", "min-replicas-to-write", "1"),
                    () -> redis.exec("CONFIG", "SET", "min-replicas-to-write", "0"));
        }

        @Test
        void a_server_that_can_not_save_is_tried_again() {
            assertTriedAgain(
                    "MISCONF",
                    this::failToSave,
                    () -> redis.exec("CONFIG", "SET", "stop-writes-on-bgsave-error", "no"));
        }

        private void failToSave() {
            redis.exec("CONFIG", "SET", "save", "3600 1000000");
            redis.exec("CONFIG", "SET", "rdb-key-save-delay", "10000000");
            redis.exec("BGSAVE");
            ProcessHandle server = ProcessHandle.of(redis.process().pid()).orElseThrow();
            server.children().forEach(ProcessHandle::destroyForcibly);
            eventually(
                    patience(),
                    () -> assertThat(redis.info("persistence")).containsEntry("rdb_last_bgsave_status", "err"));
        }

        @Test
        void a_replica_that_lost_its_primary_is_tried_again() {
            redis.exec("CONFIG", "SET", "replica-serve-stale-data", "no");
            assertTriedAgain(
                    "MASTERDOWN",
                    () -> redis.exec("REPLICAOF", "127.0.0.1", "1"),
                    () -> redis.exec("REPLICAOF", "NO", "ONE"));
        }

        /** Whoever claims meanwhile is told to come again, nothing is written, and who holds goes on afterwards. */
        private void assertTriedAgain(String code, Runnable harm, Runnable cure) {
            try (Contender ann = contender();
                    Contender eve = contender()) {
                Grant grant = ann.hold("orders");
                harm.run();
                eventually(patience(), () -> {
                    assertUnavailable(() -> eve.store().claim(eve.claim("new")), false, code);
                    assertUnavailable(() -> eve.store().claim(Contender.patient(eve.claim("orders"))), false, code);
                });
                cure.run();
                eventually(
                        patience(),
                        () -> assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim()));
                assertThat(redis.exec("EXISTS", "lk1:{new}", "lk1:{orders}:q")).isEqualTo(0L);
                ann.release(grant);
                ann.hold("new");
            }
        }

        @Test
        void a_key_of_someone_elses_is_a_final_error() {
            try (Contender ann = contender()) {
                redis.exec("SET", "lk1:{orders}", "mine");
                assertThat(failureOf(() -> ann.store().claim(ann.claim("orders"))))
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("WRONGTYPE")
                        .hasMessageContaining("lk1:{orders}")
                        .hasMessageContaining("choose another prefix");
                assertThat(redis.exec("GET", "lk1:{orders}")).isEqualTo("mine");
            }
        }

        private long connectionsReceived() {
            return Long.parseLong(redis.info("stats").get("total_connections_received"));
        }
    }
}
