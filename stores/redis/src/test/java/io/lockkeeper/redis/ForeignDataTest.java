package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import io.lockkeeper.PlainText;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Busy;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
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

    /** The server's reply names the key. */
    @Test
    void it_is_so_whatever_the_name_of_its_key_sounds_like() {
        try (Contender bob = contender()) {
            String name = "max number of clients";
            redis.exec("HSET", "lk1:{" + name + "}", "v", "2");
            bob.isRefused(name);
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

    /** Lua reads "nan" as a number that is neither more nor less than any other, and counts exactly up to 2^53. */
    @Test
    void what_looks_like_a_number_and_can_not_be_counted_with_frees_no_lock() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            List<String> odd = List.of("nan", "-nan", "inf", "-inf", "-1", "0.5", "9007199254740992", "1e300");
            for (String number : odd) {
                Grant grant = ann.hold("orders");
                redis.exec("HSET", "lk1:{orders}", "u:" + grant.claim(), number);
                bob.isRefused("orders");
                assertThat(ann.answer(((Catalogue) ann.store()).list("orders", 100)))
                        .hasSize(1);
                for (String field : List.of("n", "x", "r")) {
                    String name = "orders by " + field;
                    ann.release(ann.hold(name));
                    redis.exec("HSET", "lk1:{" + name + "}", field, number);
                    bob.isRefused(name);
                    redis.exec("DEL", "lk1:{" + name + "}");
                }
                redis.exec("DEL", "lk1:{orders}");
            }
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

    /** It is put back as it was, to the last digit. */
    @Test
    void a_renewal_changes_no_end_that_it_can_not_count_with() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("HSET", "lk1:{orders}", "u:" + grant.claim(), "1152921504606846977");
            ann.renew(LEASE, grant);
            assertThat(redis.exec("HGET", "lk1:{orders}", "u:" + grant.claim())).isEqualTo("1152921504606846977");
        }
    }

    /** Nobody waits for a lock that may never come. */
    @Test
    void who_claims_a_lock_whose_keys_are_of_another_type_is_told_so_at_once() {
        try (LockClient client = LockClient.connect(redis.url());
                Contender ann = contender()) {
            redis.exec("SET", "lk1:{text}", "mine");
            assertThatThrownBy(() -> client.lock("text").acquire())
                    .hasMessageContaining("lk1:{text}")
                    .hasMessageContaining("another type");
            Grant grant = ann.hold("orders");
            redis.exec("SET", "lk1:{orders}:q", "mine");
            assertThatThrownBy(() -> client.lock("orders").acquire())
                    .hasMessageContaining("lk1:{orders}:q")
                    .hasMessageContaining("another type");
            assertThat(ann.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
        }
    }

    @Test
    void what_others_wrote_is_shown_as_plain_text() {
        try (Contender ann = contender()) {
            Grant grant = ann.hold("orders");
            redis.exec("HSET", "lk1:{orders}", "v", "\u001b[2J\u202e" + "x".repeat(10_000));
            String message =
                    String.valueOf(failureOf(() -> ann.store().release(grant)).getMessage());
            assertThat(message).contains("\\u001b[2J\\u202e").hasSizeLessThan(1_000);
            assertThat(message.codePoints()).allMatch(PlainText::isPlain);
            ann.isRefused("orders");
            assertThat(((RedisStore) ann.store()).warnings())
                    .allMatch(text -> text.codePoints().allMatch(PlainText::isPlain));
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
            assertThat(((RedisStore) bob.store()).warnings()).hasSize(1);
        }
    }
}
