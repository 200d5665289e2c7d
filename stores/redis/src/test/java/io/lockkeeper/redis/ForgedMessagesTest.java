package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.answer;
import static io.lockkeeper.contract.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockClient;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Somebody who may publish on the server, and nothing else, can't give a lock away nor end a holding. */
class ForgedMessagesTest extends WithRedis {

    private final RespConnection forger = redis.connect(Duration.ofSeconds(10));

    ForgedMessagesTest() {
        super(RedisServer.configure().password("admin").user("forger", "on >pass resetchannels &* +publish +pubsub"));
        forger.exec("AUTH", "forger", "pass");
    }

    @Override
    public Store open() {
        return open("redis://:admin@127.0.0.1:" + redis.port() + "?timeout=10s");
    }

    private void forge(String client, String... parts) {
        assertThat(forger.exec("PUBLISH", "lk1:c:" + client, String.join("\n", parts)))
                .isEqualTo(1L);
    }

    /** Forged grants of a lock to a claim: with wrong secrets, with none, and in a wrong form. */
    private void forgeGrants(String claim) {
        String hour = Long.toString(Duration.ofHours(1).toNanos() / 1_000);
        String client = claim.substring(0, claim.lastIndexOf(':'));
        for (String secret : List.of("0", "1", "ffffffffffffffff", "", "none")) {
            forge(client, "granted", "lk1:{orders}", claim, secret, "7", "7", hour, "1", "0");
        }
    }

    @Test
    void a_grant_that_does_not_show_its_claims_secret_is_ignored() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            forgeGrants(claim.id().toString());
            forgeGrants(claim.id().client() + ":1000000");
            ann.release(grant);
            Grant served = bob.awaitGrant(claim);
            assertThat(bob.signals().heard())
                    .filteredOn(Signal.Granted.class::isInstance)
                    .hasSize(1);
            assertThat(Duration.ofNanos(served.remainingNanos()))
                    .isLessThanOrEqualTo(RedisSettings.defaults().timing().claimTime());
        }
    }

    /** It was seen by whoever may subscribe. */
    @Test
    void a_secret_that_was_shown_grants_nothing_again() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            ann.release(grant);
            bob.awaitGrant(claim);
            String secret = Long.toHexString(claim.pushSecret());
            String client = claim.id().client();
            forge(client, "granted", "lk1:{orders}", claim.id().toString(), secret, "9", "9", "1000000", "1", "0");
            forge(client, "contended", "lk1:{orders}");
            bob.awaitSignal(new Signal.Contended("orders"));
            assertThat(bob.signals().heard())
                    .filteredOn(Signal.Granted.class::isInstance)
                    .hasSize(1);
            assertThat(((RedisStore) bob.store()).warnings())
                    .as("of a message that may only be late")
                    .isEmpty();
        }
    }

    /** The log tells so many different things at most, and others may matter. */
    @Test
    void many_forged_messages_are_told_of_in_two_sentences() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            Claim claim = bob.queue("orders");
            String client = claim.id().client();
            for (int index = 0; index < 200; index++) {
                String lock = "lk1:{orders " + index + "}";
                forge(client, "granted", lock, claim.id().toString(), "1", "7", "7", "1000000", "1", "0");
                forge(client, "granted", lock, client + ":1000000", "1", "7", "7", "1000000", "1", "0");
                forge(client, "next", lock, "soon");
                forge(client, "lost", lock, "nobody " + index);
            }
            forge(client, "contended", "lk1:{orders}");
            bob.awaitSignal(new Signal.Contended("orders"));
            assertThat(((RedisStore) bob.store()).warnings()).hasSize(2);
        }
    }

    /** They cost no more memory than ten thousand locks that this client really waits for. */
    @Test
    void so_many_forged_hints_are_remembered_at_most() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            String client = bob.queue("orders").id().client();
            redis.exec(
                    "EVAL",
                    "for i = 1, " + Rechecks.MOST
                            + " do redis.call('PUBLISH', ARGV[1], 'next\\nlk1:{other ' .. i .. '}\\n3600000000') end",
                    "0",
                    "lk1:c:" + client);
            forge(client, "next", "lk1:{orders}", "3600000000");
            bob.awaitSignal(new Signal.Free("orders"));
        }
    }

    /** A withdrawal may be repeated for long, and the next claim wait meanwhile. */
    @Test
    void a_withdrawal_of_one_claim_leaves_the_re_check_of_another_alone() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            Claim withdrawn = bob.claim("orders");
            String client = bob.queue("orders").id().client();
            forge(client, "next", "lk1:{orders}", "2000000");
            forge(client, "contended", "lk1:{orders}");
            bob.awaitSignal(new Signal.Contended("orders"));
            bob.withdraw(withdrawn, true);
            bob.awaitSignal(new Signal.Free("orders"));
        }
    }

    /** What the server itself said of when to ask again holds. */
    @Test
    void no_forged_message_puts_a_re_check_off() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            Claim claim = bob.queue("orders");
            String client = claim.id().client();
            forge(client, "next", "lk1:{orders}", "1000000");
            forge(client, "next", "lk1:{orders}", "3600000000");
            forgeGrants(claim.id().toString());
            bob.awaitSignal(new Signal.Free("orders"));
        }
    }

    /** Real clients, which act on what they are told. */
    @Test
    void nobody_believes_a_forged_message_nor_is_held_up_by_it() {
        try (LockClient ann = client();
                LockClient bob = client()) {
            Lease held = answer(patience(), ann.lock("orders").acquireAsync());
            CompletableFuture<Lease> waiting = bob.lock("orders").acquireAsync();
            RespConnection admin = redis.connect(patience());
            eventually(
                    patience(),
                    () -> assertThat(admin.exec("ZCARD", "lk1:{orders}:q")).isEqualTo(1L));
            String waiter = String.valueOf(
                            ((List<?>) requireNonNull(admin.exec("ZRANGE", "lk1:{orders}:q", "0", "0"))).get(0))
                    .split("\n", -1)[0];
            String holder = String.valueOf(admin.exec("HGET", "lk1:{orders}", "c"));
            forgeGrants(waiter);
            forgeGrants(waiter.replaceFirst(":\\d+$", ":1000000"));
            for (String claim : List.of(waiter, holder)) {
                String client = claim.substring(0, claim.lastIndexOf(':'));
                if (admin.exec("PUBSUB", "NUMSUB", "lk1:c:" + client) instanceof List<?> heard
                        && heard.get(1).equals(1L)) {
                    forge(client, "next", "lk1:{orders}", "3600000000");
                    forge(client, "lost", "lk1:{orders}", claim);
                    forge(client, "contended", "lk1:{orders}");
                    forge(client, "gone", "lk1:{orders}");
                }
            }
            // Everything above is answered by the time that this, sent after it on the same ways, is.
            assertThat(answer(patience(), bob.lock("other").acquireAsync()).isHeld())
                    .isTrue();
            assertThat(waiting).isNotDone();
            held.ensureHeld();
            assertThat(admin.exec("HGET", "lk1:{orders}", "c")).isEqualTo(holder);
            assertThat(admin.exec("HEXISTS", "lk1:{orders}", "w:" + waiter.substring(0, waiter.lastIndexOf(':'))))
                    .as("a mark that refuses the waiter's claims")
                    .isEqualTo(0L);
            held.close();
            assertThat(answer(patience(), waiting).isHeld()).isTrue();
            admin.close();
        }
    }

    private LockClient client() {
        return LockClient.connect("redis://:admin@127.0.0.1:" + redis.port() + "?timeout=10s");
    }

    /** It shows the secret to the client that it is for, and hides it from lists. */
    @Test
    void the_servers_own_grant_shows_it() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = Contender.patient(bob.claim("orders")).withPushSecret(-7L);
            bob.requeue(claim);
            assertThat(((RedisStore) ann.store())
                            .list("", 10)
                            .toCompletableFuture()
                            .join()
                            .toString())
                    .doesNotContain(Long.toHexString(-7L))
                    .contains(bob.holder().toString());
            ann.release(grant);
            assertThat(bob.signals().await(patience(), Signal.Granted.class::isInstance))
                    .containsInstanceOf(Signal.Granted.class)
                    .hasValueSatisfying(heard ->
                            assertThat(((Signal.Granted) heard).secret()).isEqualTo(-7L));
        }
    }

    @Test
    void a_forged_loss_is_to_be_looked_into() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.listen();
            Grant grant = ann.hold("orders");
            forge(grant.claim().client(), "lost", "lk1:{orders}", grant.claim().toString());
            ann.awaitSignal(new Signal.MayBeLost("orders", grant.claim(), LeaseLoss.Reason.REVOKED));
            assertThat(ann.signals().heard()).noneMatch(Signal.Lost.class::isInstance);
            bob.isRefused("orders");
        }
    }

    @Test
    void all_other_messages_only_have_clients_ask() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            Claim claim = bob.queue("orders");
            forge(claim.id().client(), "next", "lk1:{orders}", "-1");
            bob.awaitSignal(new Signal.Free("orders"));
            forge("@all", "gone", "lk1:{other}", "lk1:{more}");
            bob.awaitSignal(new Signal.Free("more"));
            assertThat(bob.requeue(claim).ahead()).isZero();
        }
    }
}
