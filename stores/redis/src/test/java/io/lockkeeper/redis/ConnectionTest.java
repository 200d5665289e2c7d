package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.Released;
import io.lockkeeper.store.Store;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What calls answer while the network or the server fails, and afterwards. */
class ConnectionTest extends WithRedis {

    private final TcpProxy proxy = redis.proxy();
    private final Contender ann = new StoreFixture() {
        @Override
        public Store open() {
            return WithRedis.open(redis.url(proxy) + "?timeout=1s");
        }
    }.contender();

    @Test
    void a_claim_whose_reply_was_lost_gets_what_is_left_when_it_is_sent_again() {
        Claim claim = ann.claim("orders");
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest("orders");
        assertUnavailable(() -> ann.store().claim(claim), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
        Grant grant = ann.hold(claim);
        assertThat(grant.remainingNanos()).isLessThan(LEASE.toNanos());
        assertThat(redis.exec("HGET", "lk1:{orders}", "n")).isEqualTo(Long.toString(grant.lastToken()));
    }

    @Test
    void a_claim_that_never_reached_the_server_is_granted_when_it_is_sent_again() {
        Claim claim = ann.claim("orders");
        CompletableFuture<Void> cut = proxy.cutBeforeNextRequest("orders");
        assertUnavailable(() -> ann.store().claim(claim), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        assertThat(redis.exec("EXISTS", "lk1:{orders}")).isEqualTo(0L);
        eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
        ann.hold(claim);
    }

    /** A release that Lettuce sent again by itself would report a lock as lost that was released in order. */
    @Test
    void a_request_is_not_sent_again_behind_the_caller() {
        ann.release(ann.hold("orders"));
        Grant grant = ann.hold("orders");
        redis.resetStats();
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest("orders");
        assertUnavailable(() -> ann.store().release(grant), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        eventually(
                patience(),
                () -> assertThat(ann.store().claim(ann.claim("other"))).succeedsWithin(patience()));
        assertThat(redis.commandStats()).containsEntry("hdel", 1L).containsEntry("hmget", 2L);
    }

    @Test
    void a_silent_connection_is_given_up_and_opened_anew() {
        Claim claim = ann.claim("orders");
        proxy.freeze();
        assertUnavailable(() -> ann.store().claim(claim), true, "did not answer in time");
        eventually(patience(), () -> assertThat(proxy.connections()).isNotEqualTo(1));
        proxy.thaw();
        eventually(patience(), () -> assertThat(ann.store().claim(claim)).succeedsWithin(patience()));
        assertThat(ann.send(claim)).isInstanceOf(ClaimOutcome.Granted.class);
    }

    /** As when the server ends connections that were idle: a new one is opened within milliseconds. */
    @Test
    void what_can_not_be_sent_waits_for_a_moment_until_there_is_a_connection_again() {
        redis.exec("CLIENT", "KILL", "TYPE", "normal");
        for (int time = 0; time < 200; time++) {
            Object answer = ann.store()
                    .claim(ann.claim("orders " + time))
                    .<Object>thenApply(granted -> granted)
                    .exceptionally(failure -> failure)
                    .toCompletableFuture()
                    .join();
            assertThat(answer.toString()).doesNotContain("not connected");
        }
    }

    /** What comes on the connection for pushes says nothing of the one for requests. */
    @Test
    void a_silent_connection_is_given_up_although_another_lives() {
        ann.listen();
        String channel = "lk1:c:" + ann.holder().client();
        try (RespConnection other = redis.connect(patience())) {
            long connections = received(other);
            proxy.freezeRequests();
            CompletableFuture<?> unanswered =
                    ann.store().claim(ann.claim("orders")).toCompletableFuture();
            eventually(patience(), () -> {
                other.exec("PUBLISH", channel, "contended\nlk1:{other}");
                assertThat(unanswered).isCompletedExceptionally();
                assertThat(received(other)).isGreaterThan(connections);
            });
        }
        proxy.thaw();
        eventually(
                patience(),
                () -> assertThat(ann.store().claim(ann.claim("other"))).succeedsWithin(patience()));
    }

    /** It would go on waiting for pushes that reach nobody. */
    @Test
    void the_connection_for_pushes_is_given_up_too_if_it_is_dead() {
        ann.listen();
        try (RespConnection other = redis.connect(patience())) {
            long connections = received(other);
            proxy.freeze();
            assertUnavailable(() -> ann.store().claim(ann.claim("orders")), true, "did not answer in time");
            eventually(patience(), () -> assertThat(received(other)).isGreaterThan(connections + 1));
        }
        proxy.thaw();
        ann.awaitSignal(new Signal.Missed());
    }

    private static long received(RespConnection server) {
        String stats = String.valueOf(server.exec("INFO", "stats"));
        return Long.parseLong(stats.replaceFirst("(?s).*total_connections_received:(\\d+).*", "$1"));
    }

    /** As a load balancer without a server behind it does. */
    @Test
    void a_request_fails_although_each_connection_is_accepted_and_ended() {
        proxy.cut();
        eventually(
                patience(),
                () -> assertUnavailable(() -> ann.store().claim(ann.claim("orders")), false, "is not connected"));
    }

    @Test
    void a_server_with_too_many_clients_is_tried_again() {
        try (RespConnection admin = redis.connect(patience())) {
            admin.exec("CONFIG", "SET", "maxclients", "1");
            eventually(
                    patience(),
                    () -> assertThatThrownBy(() -> open(redis.url()))
                            .isInstanceOf(StoreUnavailableException.class)
                            .hasMessageContaining("max number of clients"));
            proxy.dropConnections();
            eventually(
                    patience(),
                    () -> assertUnavailable(
                            () -> ann.store().claim(ann.claim("orders")), false, "max number of clients"));
            admin.exec("CONFIG", "SET", "maxclients", "1000");
        }
        eventually(
                patience(),
                () -> assertThat(ann.store().claim(ann.claim("other"))).succeedsWithin(patience()));
    }

    @Test
    void a_server_that_is_gone_certainly_did_nothing() {
        Grant grant = ann.hold("orders");
        redis.kill();
        eventually(patience(), () -> assertUnavailable(() -> ann.store().release(grant), false, "is not connected"));
        redis.restart();
        eventually(patience(), () -> assertThat(ann.store().release(grant)).succeedsWithin(patience()));
        assertThat(ann.release(ann.hold("orders"))).isInstanceOf(Released.class);
    }

    @Test
    void a_server_that_cannot_be_reached_is_said_to_be_so() {
        redis.kill();
        assertThatThrownBy(() -> open(redis.url()))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("127.0.0.1:" + redis.port())
                .hasMessageContaining("can't be reached");
    }

    @Test
    void a_paused_server_is_said_not_to_answer() {
        redis.pause();
        assertThatThrownBy(() -> open(redis.url() + "?timeout=200ms")).isInstanceOf(StoreUnavailableException.class);
        redis.resume();
    }

    @AfterEach
    void stopClient() {
        ann.close();
        proxy.close();
    }
}
