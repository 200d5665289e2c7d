package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.PlainText;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.ClaimOutcome.Busy;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.RenewalOutcome;
import io.lockkeeper.store.Revocation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys of locks that this release did not write, or that somebody damaged: they harm no other lock, and free none. */
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

    private static void assertIsHeld(Contender by, String because) {
        by.isRefused("orders");
        assertThat(by.send(Contender.patient(by.claim("orders")))).isInstanceOf(Busy.class);
        assertThat(((RedisStore) by.store()).warnings())
                .anyMatch(warning -> warning.contains("lk1:{orders}") && warning.contains(because));
    }
}
