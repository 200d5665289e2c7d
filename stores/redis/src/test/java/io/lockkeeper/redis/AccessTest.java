package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.util.Throwables.getStackTrace;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.RedisBinary;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Store;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Who may do what: users with no more rights than locks need, and what those are told who have fewer. */
class AccessTest {

    private static final String RULES =
            "~lk1:* &lk1:c:* +eval +evalsha +time +exists +hmget +hget +hset +hdel +hincrby +hgetall +pexpireat"
                    + " +zadd +zrem +zcard +zrank +zrange +zpopmin +publish +pubsub|numsub +subscribe +ping +select +scan";

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

        private final RedisBinary binary;

        OnOneServer(RedisBinary binary) {
            super(RedisServer.configure()
                    .binary(binary)
                    .password("admin")
                    .user("app", "on >pass%word resetchannels " + RULES)
                    .user("unasking", "on >pass resetchannels " + RULES.replace("+pubsub|numsub ", ""))
                    .user("silent", "on >pass resetchannels " + RULES.replace("&lk1:c:*", ""))
                    .user("elsewhere", "on >pass resetchannels " + RULES.replace("~lk1:*", "~other:*")));
            this.binary = binary;
        }

        @Override
        public Store open() {
            return open("redis://app:pass%25word@127.0.0.1:" + redis.port() + "/3");
        }

        @Test
        void the_rules_in_the_error_message_are_enough_for_everything() {
            try (Contender ann = contender();
                    Contender bob = contender();
                    Contender eve = contender()) {
                ann.listen();
                Grant grant = ann.hold("orders");
                Claim first = bob.queue("orders");
                Claim second = eve.queue("orders");
                ann.awaitSignal(new Signal.Contended("orders"));
                ann.answer(((Exchange) ann.store()).exchange(grant, ann.claim("orders")));
                Grant handedOn = bob.awaitGrant(first);
                assertThat(bob.renew(LEASE, handedOn).renewed()).hasSize(1);
                assertThat(ann.answer(((Recall) ann.store()).recall("orders", null)))
                        .isPresent();
                bob.awaitSignal(new Signal.MayBeRecalled("orders", first.id()));
                assertThat(bob.answer(((Recall) bob.store()).isRecalled(handedOn)))
                        .isTrue();
                assertThat(ann.answer(((Revocation) ann.store()).revoke("orders")))
                        .contains(bob.holder());
                bob.awaitSignal(new Signal.MayBeLost("orders", first.id(), io.lockkeeper.LeaseLoss.Reason.REVOKED));
                eve.awaitGrant(second);
                List<Contender> others = new ArrayList<>(List.of(ann, bob));
                others.forEach(other -> other.withdraw(other.claim("orders"), true));
                for (int index = 0; index < 40; index++) {
                    ann.withdraw(ann.claim("orders"), true);
                }
                assertThat(ann.answer(((Catalogue) ann.store()).list("", 10))).hasSize(1);
            }
        }

        @Test
        void a_user_without_rights_is_told_the_rules_it_needs() {
            try (RedisStore store = open("redis://elsewhere:pass@127.0.0.1:" + redis.port());
                    Contender ann = contender()) {
                assertThat(failureOf(() -> store.claim(ann.claim("orders"))))
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("~lk1:*")
                        .hasMessageContaining("&lk1:c:*")
                        .hasMessageContaining("+evalsha");
            }
        }

        @Test
        void a_user_without_channels_is_told_the_rules_it_needs() {
            try (RedisStore store = open("redis://silent:pass@127.0.0.1:" + redis.port());
                    Contender ann = contender()) {
                assertThat(failureOf(() -> store.listen("client", ann.signals())))
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("&lk1:c:*");
            }
        }

        /** Who waits keeps its place: it would never hear of the grant. */
        @Test
        void a_holder_without_channels_hands_nothing_on() {
            StoreFixture mute = () -> open("redis://silent:pass@127.0.0.1:" + redis.port() + "/3");
            try (Contender ann = mute.contender();
                    Contender bob = contender();
                    RespConnection admin = redis.connect(patience())) {
                Grant grant = ann.hold("orders");
                Claim claim = bob.queue("orders");
                assertThat(failureOf(() -> ann.store().release(grant))).hasMessageContaining("&lk1:c:*");
                assertThat(failureOf(() -> ((Exchange) ann.store()).exchange(grant, ann.claim("orders"))))
                        .hasMessageContaining("&lk1:c:*");
                assertThat(failureOf(() -> ((Revocation) ann.store()).revoke("orders")))
                        .hasMessageContaining("&lk1:c:*");
                admin.exec("SELECT", "3");
                assertThat(admin.exec("PTTL", "lk1:{orders}:q"))
                        .asInstanceOf(InstanceOfAssertFactories.LONG)
                        .isPositive();
                assertThat(bob.renew(LEASE, grant).renewed()).hasSize(1);
                assertThat(bob.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
                bob.awaitGrant(claim);
            }
        }

        /** As a user that was made for an earlier release. */
        @Test
        void a_holder_that_may_not_ask_who_listens_hands_on_and_skips_who_is_gone() {
            StoreFixture unasking = () -> open("redis://unasking:pass@127.0.0.1:" + redis.port() + "/3");
            try (Contender ann = unasking.contender();
                    Contender bob = contender();
                    Contender eve = contender();
                    RespConnection admin = redis.connect(patience())) {
                Grant grant = ann.hold("orders");
                String channel = "lk1:c:" + bob.queue("orders").id().client();
                Claim claim = eve.queue("orders");
                bob.store().close();
                eventually(
                        patience(),
                        () -> assertThat(admin.exec("PUBSUB", "NUMSUB", channel))
                                .isEqualTo(List.of(channel, 0L)));
                assertThat(ann.release(grant)).isInstanceOf(ReleaseOutcome.Released.class);
                eve.awaitGrant(claim);
            }
        }

        @Test
        void a_wrong_password_is_a_final_error_that_does_not_show_it() {
            assertThatThrownBy(() -> open("redis://app:swordfish@127.0.0.1:" + redis.port()))
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("WRONGPASS")
                    .hasStackTraceContaining("WRONGPASS")
                    .satisfies(failure -> assertThat(failure.toString()).doesNotContain("swordfish"));
        }

        /** Such a server quotes what it does not know. */
        @Test
        void a_server_that_knows_no_logins_does_not_have_the_password_shown() {
            try (RedisServer open = RedisServer.configure()
                    .binary(binary)
                    .option("rename-command", "AUTH", "")
                    .option("rename-command", "HELLO", "")
                    .start()) {
                assertThatThrownBy(() -> open("redis://app:swordfish@127.0.0.1:" + open.port()))
                        .isExactlyInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("unknown command")
                        .satisfies(failure -> assertThat(getStackTrace(failure)).doesNotContain("swordfish"));
            }
        }

        /** Waiters go on waiting, as it may be valid again soon; whoever reads their log learns why. */
        @Test
        void a_password_that_is_not_valid_any_more_is_said_to_be_so() {
            try (Contender ann = contender();
                    RespConnection admin = redis.connect(patience())) {
                ann.hold("orders");
                admin.exec("ACL", "SETUSER", "app", "resetpass", ">another");
                admin.exec("CLIENT", "KILL", "USER", "app");
                eventually(
                        patience(),
                        () -> assertUnavailable(() -> ann.store().claim(ann.claim("other")), false, "WRONGPASS"));
                admin.exec("ACL", "SETUSER", "app", ">pass%word");
                eventually(
                        patience(),
                        () -> assertThat(ann.store().claim(ann.claim("other"))).succeedsWithin(patience()));
            }
        }

        @Test
        void a_missing_password_is_a_final_error() {
            assertThatThrownBy(() -> open("redis://127.0.0.1:" + redis.port()))
                    .isExactlyInstanceOf(IllegalStateException.class)
                    .isNotInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("NOAUTH")
                    .hasMessageContaining("redis://user:password@host");
        }
    }
}
