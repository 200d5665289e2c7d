package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Terms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What locking costs the server, counted: requests, and the commands inside their scripts. */
class CommandCountTest extends WithRedis {

    @Test
    void an_uncontended_lock_and_unlock_are_two_requests_and_eight_commands() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            redis.resetStats();
            ann.release(ann.hold("orders"));
            assertThat(redis.commandStats())
                    .isEqualTo(Map.of("evalsha", 2L, "time", 2L, "hmget", 2L, "hset", 1L, "hdel", 1L));
        }
    }

    @Test
    void the_first_use_of_a_name_sets_the_expiry_of_its_key() {
        try (Contender ann = contender()) {
            ann.release(ann.hold("orders"));
            redis.resetStats();
            ann.release(ann.hold("other orders"));
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
                            1L,
                            "hdel",
                            1L,
                            "pexpireat",
                            1L));
        }
    }

    @Test
    void a_hand_over_costs_the_same_for_20_and_for_1000_waiters() {
        handOver("so that the server knows the script", 2);
        Map<String, Long> few = handOver("few", 20);
        Map<String, Long> many = handOver("many", 1_000);
        assertThat(many).isEqualTo(few);
        assertThat(few.values().stream().mapToLong(Long::longValue).sum())
                .as("the commands of %s", few)
                .isLessThanOrEqualTo(12);
    }

    @Test
    void a_renewal_is_one_request_for_256_locks_and_one_command_for_each() {
        StoreFixture longLived = () -> open(redis.url() + "?retention=1d"); // So that no key's expiry is moved on.
        try (Contender ann = longLived.contender()) {
            List<Grant> grants = new ArrayList<>();
            for (int index = 0; index < 512; index++) {
                grants.add(ann.hold("lock " + index));
            }
            Map<ClaimId, Grant> renewed =
                    ann.renew(LEASE, grants.toArray(Grant[]::new)).renewed();
            redis.resetStats();
            ann.renew(LEASE, renewed.values().toArray(Grant[]::new));
            assertThat(redis.commandStats()).isEqualTo(Map.of("evalsha", 2L, "time", 2L, "hincrby", 512L));
        }
    }

    private Map<String, Long> handOver(String name, int waiters) {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold(name);
            Claim first = bob.queue(name);
            eve.queue(name);
            for (int index = 2; index < waiters; index++) {
                Claim other = new Claim(name, new ClaimId("client" + index, 1), eve.holder(), Terms.mutex(LEASE, 1), 1);
                ann.answer(ann.store().claim(other));
            }
            redis.resetStats();
            ann.release(grant);
            Map<String, Long> commands = redis.commandStats();
            bob.awaitGrant(first);
            return commands;
        }
    }
}
