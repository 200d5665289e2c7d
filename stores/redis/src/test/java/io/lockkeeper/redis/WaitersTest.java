package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.contract.Contender;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome.Queued;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Store;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of waiters that die, pause or lose their connection. */
class WaitersTest extends WithRedis {

    private final TcpProxy proxy = redis.proxy();

    @Test
    void a_waiter_whose_connection_is_gone_is_skipped_in_the_same_release() {
        assertSkipsWhoIsGone();
    }

    /** As a monitoring tool does. */
    @Test
    void it_is_so_although_somebody_subscribed_to_everything() {
        try (RespConnection monitor = redis.connect(patience())) {
            monitor.exec("PSUBSCRIBE", "*");
            assertSkipsWhoIsGone();
        }
    }

    private void assertSkipsWhoIsGone() {
        try (Contender ann = contender();
                Contender bob = throughTheProxy();
                Contender eve = contender()) {
            Grant grant = ann.hold("orders");
            Claim dead = bob.queue("orders");
            Claim alive = eve.queue("orders");
            proxy.cut();
            String channel = "lk1:c:" + dead.id().client();
            eventually(
                    patience(),
                    () -> assertThat(redis.exec("PUBSUB", "NUMSUB", channel)).isEqualTo(List.of(channel, 0L)));
            ann.release(grant);
            assertThat(eve.awaitGrant(alive).contended()).isFalse();
        }
    }

    @Test
    void a_waiter_that_is_paused_blocks_the_next_for_the_claim_time_only() throws Exception {
        withShortTime((name, half) -> {
            try (Contender ann = granting(half.multipliedBy(2));
                    Contender bob = throughTheProxy();
                    Contender eve = contender()) {
                Grant grant = ann.hold(name);
                bob.queue(name);
                Claim next = eve.queue(name);
                proxy.freeze();
                ann.release(grant);
                assertThat(eve.send(next)).as("while the claim time lasts").isInstanceOf(Queued.class);
                eve.awaitSignal(new Signal.Free(name));
                Queued queued = eve.requeue(next);
                assertThat(queued.recheckAfter().toMillis())
                        .as("what is left of the claim time")
                        .isBetween(1L, half.toMillis() * 3 / 2);
                eventually(patience(), () -> eve.hold(next));
            } finally {
                proxy.heal();
            }
        });
    }

    /** The first message may have reached nobody, or a holder that did not know yet that it holds. */
    @Test
    void the_holder_is_told_that_others_wait_each_time_that_the_first_of_them_asks() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            ann.hold("orders");
            Claim first = bob.queue("orders");
            Claim second = eve.queue("orders");
            ann.listen();
            eve.requeue(second);
            assertThat(ann.signals().heard()).isEmpty();
            bob.requeue(first);
            ann.awaitSignal(new Signal.Contended("orders"));
        }
    }

    @Test
    void a_client_that_was_disconnected_is_told_that_it_may_have_missed_signals() {
        try (Contender ann = contender();
                Contender bob = throughTheProxy()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            assertThat(bob.signals().heard()).isEmpty();
            proxy.dropConnections();
            bob.awaitSignal(new Signal.Missed());
            eventually(
                    patience(),
                    () -> assertThat(bob.store().claim(claim))
                            .succeedsWithin(patience())
                            .isInstanceOf(Queued.class));
            ann.release(grant);
            bob.awaitGrant(claim);
        } finally {
            proxy.close();
        }
    }

    @Test
    void a_quick_succession_of_hand_overs_does_not_pile_up_re_checks() {
        try (Contender ann = contender();
                Contender bob = contender();
                Contender eve = contender()) {
            for (int turn = 0; turn < 50; turn++) {
                Grant grant = ann.hold("orders");
                Claim first = bob.queue("orders");
                Claim second = eve.queue("orders");
                ann.release(grant);
                bob.release(bob.awaitGrant(first));
                eve.release(eve.awaitGrant(second));
            }
            ann.hold("orders");
            bob.queue("orders");
            elapse(StoreFixture.SHORT_LEASE.plusMillis(500));
            assertThat(eve.signals().heard()).doesNotContain(new Signal.Free("orders"));
        }
    }

    private Contender granting(Duration claimTime) {
        StoreFixture fixture = () -> open(redis.url() + "?timeout=10s&claim-time=" + claimTime.toMillis() + "ms");
        return fixture.contender();
    }

    private Contender throughTheProxy() {
        return new StoreFixture() {
            @Override
            public Store open() {
                return WithRedis.open(redis.url(proxy) + "?timeout=1s");
            }
        }.contender();
    }
}
