package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockStatus;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Busy;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys and messages that this release did not write, or that somebody damaged: they harm no other lock, and free none. */
class ForeignDataTest extends WithRedis {

    @Test
    void a_key_of_a_wrong_type_costs_no_other_lock_its_renewal() {
        try (Contender ann = contender()) {
            List<Grant> grants = new ArrayList<>();
            for (int index = 0; index < 20; index++) {
                grants.add(ann.hold("lock " + index));
            }
            redis.exec("SET", "lk1:{lock 7}", "mine");
            redis.exec("HSET", "lk1:{lock 8}", "u:" + grants.get(8).claim(), "soon");
            RenewalOutcome outcome = ann.renew(LEASE, grants.toArray(Grant[]::new));
            assertThat(outcome.renewed()).hasSize(18);
            assertThat(outcome.lost()).as("what is unknown is not lost").isEmpty();
            assertThat(redis.exec("GET", "lk1:{lock 7}")).isEqualTo("mine");
            assertThat(((RedisStore) ann.store()).warnings())
                    .hasSize(2)
                    .anyMatch(warning -> warning.contains("lk1:{lock 7}"))
                    .anyMatch(warning -> warning.contains("lk1:{lock 8}"));
        }
    }

    @Test
    void a_server_in_cluster_mode_is_refused_at_once() {
        try (RedisServer cluster =
                RedisServer.configure().option("cluster-enabled", "yes").start()) {
            assertThatThrownBy(() -> open(cluster.url()))
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("cluster")
                    .hasMessageContaining("127.0.0.1:" + cluster.port());
        }
    }

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
    void a_lock_in_a_format_of_another_release_is_held() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("HSET", "lk1:{orders}", "v", "2");
            assertIsHeld(bob, "version 2");
            redis.exec("HDEL", "lk1:{orders}", "v");
            assertIsHeld(bob, "no version");
            redis.exec("HSET", "lk1:{orders}", "v", "1", "x", "tomorrow");
            assertIsHeld(bob, "text where numbers belong");
            redis.exec("HSET", "lk1:{orders}", "x", "1", "c", grant.claim() + "\nothers:1");
            assertIsHeld(bob, "several holders");
            assertThat(failureOf(() -> ((Revocation) bob.store()).revoke("orders")))
                    .hasMessageContaining("several holders");
            assertThat(failureOf(() -> ann.store().release(grant))).hasMessageContaining("several holders");
            assertThat(ann.renew(LEASE, grant).renewed()).containsOnlyKeys(grant.claim());
        }
    }

    /** Its lease has no end that one could read, so it lasts as long as the key. */
    @Test
    void a_holder_without_an_end_holds_as_long_as_the_key_lives() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("HSET", "lk1:{orders}", "u:" + grant.claim(), "soon");
            bob.isRefused("orders");
            redis.exec("HDEL", "lk1:{orders}", "u:" + grant.claim());
            bob.isRefused("orders");
            redis.exec("HSET", "lk1:{orders}", "x", "1");
            bob.hold("orders");
        }
    }

    private static void assertIsHeld(Contender by, String because) {
        by.isRefused("orders");
        assertThat(by.send(Contender.patient(by.claim("orders")))).isInstanceOf(Busy.class);
        assertThat(((RedisStore) by.store()).warnings())
                .anyMatch(warning -> warning.contains("lk1:{orders}") && warning.contains(because));
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
            assertThat(((RedisStore) bob.store()).warnings()).hasSize(5).allMatch(text -> text.length() < 200);
        }
    }
}
