package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Grant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Queues, lists and messages in which something was damaged, is missing or was not written by this release. */
class ForeignQueuesTest extends WithRedis {

    @Test
    void those_who_wait_are_served_in_order_after_the_locks_hash_was_deleted() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender();
                Contender dan = contender()) {
            ann.hold("orders");
            Claim first = bob.queue("orders");
            Claim second = eve.queue("orders");
            redis.exec("DEL", "lk1:{orders}");
            dan.isRefused("orders");
            Grant grant = bob.awaitGrant(first);
            assertThat(grant.contended()).isTrue();
            assertThat(eve.requeue(second).ahead()).isZero();
            bob.release(grant);
            eve.release(eve.awaitGrant(second));
            dan.hold("orders");
        }
    }

    /** The queue's keys expire too, whoever leaves it. */
    @Test
    void a_waiter_that_leaves_a_queue_without_a_lock_makes_no_key_that_stays() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.hold("orders");
            Claim claim = bob.queue("orders");
            eve.queue("orders");
            redis.exec("DEL", "lk1:{orders}");
            bob.withdraw(claim, false);
            assertThat(redis.exec("EXISTS", "lk1:{orders}")).isEqualTo(0L);
        }
    }

    @Test
    void who_waits_is_counted_anew_if_the_count_is_no_number() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            redis.exec("HSET", "lk1:{orders}", "q", "nan");
            ann.release(grant);
            bob.awaitGrant(claim);
        }
    }

    /** The server serves others in between. */
    @Test
    void a_long_list_is_read_in_short_scripts() {
        try (Contender ann = contender()) {
            for (int index = 0; index < 301; index++) {
                ann.hold("lock " + index);
            }
            for (int index = 0; index < 3; index++) {
                queueUp("lk1:{lock " + index + "}:q", 600);
            }
            redis.resetStats();
            List<LockStatus> shown = ann.answer(((Catalogue) ann.store()).list("", 1_000));
            assertThat(shown).hasSize(301);
            assertThat(shown)
                    .filteredOn(status -> status.waiters().size() == 600)
                    .hasSize(3);
            assertThat(redis.commandStats().get("evalsha")).isGreaterThanOrEqualTo(4L);
        }
    }

    private void queueUp(String queue, int waiters) {
        redis.exec(
                "EVAL",
                "for i = 1, ARGV[1] do redis.call('ZADD', KEYS[1], i,"
                        + " 'client:' .. i .. '\\n1000\\n1\\n1/1\\nff\\nclient\\nhost\\n1\\nmain\\n0\\n') end",
                "1",
                queue,
                Integer.toString(waiters));
    }

    @Test
    void a_list_says_what_it_can_not_read() {
        try (Contender ann = contender()) {
            ann.hold("orders");
            redis.exec("SET", "lk1:{text}", "mine");
            redis.exec("RPUSH", "lk1:{list}", "mine");
            redis.exec("HSET", "lk1:{hash}", "c", "somebody", "n", "many");
            ann.hold("numbers");
            redis.exec("HSET", "lk1:{numbers}", "n", "many");
            redis.exec("SET", "lk1:{queue}:q", "mine");
            redis.exec("HSET", "lk1:{}", "n", "1");
            redis.exec("HSET", "lk1:{later}", "v", "2");
            Map<String, String> holders = new HashMap<>();
            for (LockStatus status : ann.answer(((Catalogue) ann.store()).list("", 100))) {
                holders.put(status.name(), status.holder().orElseThrow().description());
            }
            assertThat(holders)
                    .containsEntry("orders", "")
                    .containsEntry("numbers", "unknown: its key has text where numbers belong")
                    .containsEntry("later", "unknown: it has version 2, which this release does not know")
                    .hasEntrySatisfying("text", text -> assertThat(text).contains("WRONGTYPE"))
                    .hasEntrySatisfying("list", text -> assertThat(text).contains("WRONGTYPE"));
        }
    }

    @Test
    void a_malformed_member_of_a_queue_is_skipped() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("ZADD", "lk1:{orders}:q", "1", "nonsense");
            redis.exec("ZADD", "lk1:{orders}:q", "2", "nobody:1\n1000000\n1\n");
            Claim claim = bob.queue("orders");
            assertThat(ann.answer(((Catalogue) ann.store()).list("", 100))).hasSize(1);
            ann.release(grant);
            bob.release(bob.awaitGrant(claim));
            eve.hold("orders");
        }
    }

    @Test
    void malformed_messages_are_skipped() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            String channel = "lk1:c:" + claim.id().client();
            for (String kind : List.of("granted", "next", "contended", "lost", "gone", "other")) {
                redis.exec("PUBLISH", channel, kind);
                redis.exec("PUBLISH", channel, kind + "\n");
                redis.exec("PUBLISH", channel, kind + "\nlk1:{orders}");
                redis.exec("PUBLISH", channel, kind + "\nlk1:{orders}\n" + claim.id());
                redis.exec("PUBLISH", channel, kind + "\n{\nx\ny\nz\n1\n2\n3\n4");
                redis.exec("PUBLISH", channel, kind + "\nlk1:{orders}\n" + "-".repeat(10_000) + "\n9".repeat(20));
            }
            assertThat(bob.send(claim)).isInstanceOf(Queued.class);
            ann.release(grant);
            bob.awaitGrant(claim);
            assertThat(bob.signals().heard()).doesNotContain(new Signal.Missed());
            assertThat(((RedisStore) bob.store()).warnings()).hasSize(1);
        }
    }
}
