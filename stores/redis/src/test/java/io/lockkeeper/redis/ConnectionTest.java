package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.StoreFixture;
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
            return WithRedis.open(redis.url(proxy) + "?timeout=500ms");
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
