package io.lockkeeper.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.time.Duration;
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

    @Test
    void a_forged_grant_does_not_show_the_claims_secret_and_is_short() {
        try (Contender ann = contender();
                Contender bob = contender()) {
            ann.hold("orders");
            Claim claim = bob.queue("orders");
            long hour = Duration.ofHours(1).toNanos() / 1_000;
            String claimed = claim.id().toString();
            forge(claim.id().client(), "granted", "lk1:{orders}", claimed, "1", "7", "7", "" + hour, "1", "0");
            Signal.Granted heard = (Signal.Granted) bob.signals()
                    .await(patience(), Signal.Granted.class::isInstance)
                    .orElseThrow();
            assertThat(heard.secret()).isNotEqualTo(claim.pushSecret());
            assertThat(Duration.ofNanos(heard.grant().remainingNanos())).isEqualTo(RedisTiming.LONGEST_CLAIM_TIME);
        }
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
