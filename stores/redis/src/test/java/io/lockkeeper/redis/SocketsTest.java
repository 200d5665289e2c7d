package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ScriptOutputType;
import io.lockkeeper.Holder;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.Released;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers that come often have connections of their own, which end when they are not used, and break no worse than the one that all share. */
class SocketsTest extends WithRedis {

    private static final AtomicLong CLAIMS = new AtomicLong();

    private final TcpProxy proxy = redis.proxy();
    private final RedisStore store = WithRedis.open(redis.url(proxy) + "?timeout=500ms");

    @AfterEach
    void stopClient() {
        store.close();
        proxy.close();
    }

    /** Takes and releases locks in this thread, so often. */
    static void call(RedisStore store, int times) {
        String name = "often-" + UUID.randomUUID();
        for (int time = 0; time < times; time++) {
            Grant grant = hold(store.blocking(), claim(name));
            assertThat(store.blocking().release(grant).toCompletableFuture().join())
                    .isInstanceOf(Released.class);
        }
    }

    private static Claim claim(String name) {
        Holder holder = new Holder("sockets", "test", 1, "main", "", 0);
        return new Claim(name, new ClaimId("sockets", CLAIMS.incrementAndGet()), holder, LEASE, 1, false);
    }

    private static Grant hold(Store store, Claim claim) {
        ClaimOutcome outcome = store.claim(claim).toCompletableFuture().join();
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        return ((ClaimOutcome.Granted) outcome).grant();
    }

    @Test
    void who_comes_seldom_shares_a_connection_and_who_comes_often_has_one() {
        call(store, 10);
        assertThat(proxy.connections()).isEqualTo(1);
        call(store, 100);
        assertThat(proxy.connections()).isEqualTo(2);
    }

    @Test
    void many_callers_have_many_connections_but_not_without_bound() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(48);
        List<Future<?>> all = new ArrayList<>();
        for (int thread = 0; thread < 48; thread++) {
            String name = "of " + thread;
            all.add(threads.submit(() -> {
                for (int time = 0; time < 200; time++) {
                    Grant grant = hold(store.blocking(), claim(name));
                    assertThat(store.blocking()
                                    .release(grant)
                                    .toCompletableFuture()
                                    .join())
                            .isInstanceOf(Released.class);
                }
            }));
        }
        for (Future<?> one : all) {
            one.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();
        assertThat(proxy.connections()).isBetween(4, 33);
    }

    @Test
    void a_claim_whose_reply_was_lost_on_the_way_gets_what_is_left_when_it_is_sent_again() {
        call(store, 40);
        Claim claim = claim("orders");
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest("orders");
        assertUnavailable(() -> store.blocking().claim(claim), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        assertThat(hold(store.blocking(), claim).firstToken()).isPositive();
        call(store, 100);
    }

    @Test
    void a_server_that_does_not_answer_is_waited_for_no_longer_than_was_said() {
        call(store, 40);
        Claim claim = claim("orders");
        proxy.freeze();
        long start = System.nanoTime();
        assertUnavailable(() -> store.blocking().claim(claim), true, "did not answer in time");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(450));
        proxy.thaw();
        eventually(patience(), () -> assertThat(store.claim(claim)).succeedsWithin(patience()));
        hold(store.blocking(), claim);
    }

    /** As soon as the shared connection is there again, nobody finds an old one that is dead. */
    @Test
    void a_server_that_was_restarted_is_found_again_at_once() {
        call(store, 40);
        redis.kill();
        redis.restart();
        eventually(patience(), () -> assertThat(store.claim(claim("shared"))).succeedsWithin(patience()));
        call(store, 100);
    }

    @Test
    void a_server_that_has_forgotten_its_scripts_is_told_them() {
        call(store, 40);
        redis.exec("SCRIPT", "FLUSH");
        call(store, 1);
    }

    @Test
    void a_refusal_costs_no_connection() {
        call(store, 40);
        redis.exec("SET", "lk1:{orders}", "text");
        int before = proxy.connections();
        assertThat(failureOf(() -> store.blocking().claim(claim("orders")))).hasMessageContaining("refused");
        call(store, 1);
        assertThat(proxy.connections()).isEqualTo(before);
    }

    @Test
    void connections_that_are_not_used_are_closed() {
        RedisSettings settings = RedisSettings.defaults();
        RedisAddress address = RedisAddress.parse(StoreAddress.parse(redis.url(proxy)));
        Keys keys = Keys.under(settings.prefix());
        Link link = new Link(address.uri(), settings, new Failures("there", keys));
        Plug plug = Plug.to(address.uri(), settings).orElseThrow();
        Sockets sockets = new Sockets(link, plug, new Pipeline(link), Duration.ofMillis(300));
        Scripts scripts = new Scripts(sockets, keys, settings);
        int before = proxy.connections();
        for (int time = 0; time < 40; time++) {
            scripts.onLock(Script.CLAIM, ScriptOutputType.MULTI, "a", Scripts.arguments(claim("a")))
                    .toCompletableFuture()
                    .join();
        }
        assertThat(proxy.connections()).isEqualTo(before + 1);
        eventually(patience(), () -> assertThat(proxy.connections()).isEqualTo(before));
        link.close();
        sockets.closeIdle();
    }

    @Test
    void closing_the_store_closes_them() {
        call(store, 40);
        store.close();
        eventually(patience(), () -> assertThat(proxy.connections()).isZero());
    }

    /** As the shared connection does. */
    @Test
    void they_log_in_and_choose_the_database() {
        try (RedisServer guarded = RedisServer.configure().password("pass-word").start();
                RedisStore other = WithRedis.open(guarded.url() + "/3")) {
            call(other, 40);
            hold(other.blocking(), claim("orders"));
            try (RedisStore same = WithRedis.open(guarded.url() + "/3")) {
                assertThat(same.claim(claim("orders")).toCompletableFuture().join())
                        .isInstanceOf(ClaimOutcome.Busy.class);
            }
        }
    }
}
