package io.lockkeeper.redis;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ScriptOutputType;
import io.lockkeeper.Holder;
import io.lockkeeper.servers.RedisInfo;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RespConnection;
import io.lockkeeper.servers.TcpProxy;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome.Released;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import io.lockkeeper.store.Terms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
    private final RedisStore store = WithRedis.open(redis.url(proxy) + "?timeout=10s");

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
        return new Claim(name, new ClaimId("sockets", CLAIMS.incrementAndGet()), holder, Terms.mutex(LEASE, 1), 0);
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
        callUntilOneHasItsOwn(store, proxy);
    }

    /** A connection is opened beside the calls. */
    private static void callUntilOneHasItsOwn(RedisStore store, TcpProxy proxy) {
        eventually(Duration.ofSeconds(30), () -> {
            call(store, 1);
            assertThat(proxy.connections()).isGreaterThan(1);
        });
    }

    @Test
    void many_callers_have_many_connections_but_not_without_bound() throws Exception {
        RespConnection server = redis.connect(patience());
        long before = received(server);
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
        assertThat(received(server) - before).isGreaterThan(3);
        assertThat(proxy.connections()).isLessThanOrEqualTo(33);
        server.close();
    }

    /** How many connections a server has accepted since its start. */
    private static long received(RespConnection server) {
        return Long.parseLong(RedisInfo.parse(server.exec("INFO", "stats")).get("total_connections_received"));
    }

    @Test
    void a_claim_whose_reply_was_lost_on_the_way_gets_what_is_left_when_it_is_sent_again() {
        callUntilOneHasItsOwn(store, proxy);
        Claim claim = claim("orders");
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest("orders");
        assertUnavailable(() -> store.blocking().claim(claim), true, "broke the connection");
        assertThat(cut).succeedsWithin(patience());
        eventually(patience(), () -> assertThat(store.claim(claim)).succeedsWithin(patience()));
        assertThat(hold(store.blocking(), claim).firstToken()).isPositive();
        call(store, 100);
    }

    @Test
    void a_server_that_does_not_answer_is_waited_for_no_longer_than_was_said() {
        Duration timeout = Duration.ofSeconds(1);
        try (Lab lab = new Lab(redis.url(proxy) + "?timeout=1s", Duration.ofMinutes(1))) {
            lab.sockets.open();
            proxy.freeze();
            long start = System.nanoTime();
            assertUnavailable(() -> lab.claim("orders"), true, "did not answer in time");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(timeout);
            proxy.thaw();
            eventually(patience(), () -> assertThat(lab.claim("other")).succeedsWithin(patience()));
        }
    }

    /** As soon as the shared connection is there again, nobody finds an old one that is dead. */
    @Test
    void a_server_that_was_restarted_is_found_again_at_once() {
        callUntilOneHasItsOwn(store, proxy);
        redis.kill();
        redis.restart();
        eventually(patience(), () -> assertThat(store.claim(claim("shared"))).succeedsWithin(patience()));
        call(store, 100);
    }

    @Test
    void a_server_that_has_forgotten_its_scripts_is_told_them() {
        callUntilOneHasItsOwn(store, proxy);
        redis.exec("SCRIPT", "FLUSH");
        call(store, 1);
    }

    @Test
    void a_refusal_costs_no_connection() {
        redis.exec("SET", "lk1:{orders}", "text");
        try (Lab lab = new Lab(redis.url(proxy) + "?timeout=10s", Duration.ofMinutes(1))) {
            int before = proxy.connections();
            lab.sockets.open();
            assertThat(failureOf(() -> lab.claim("orders"))).hasMessageContaining("refused");
            assertThat(lab.claim("other")).isCompleted();
            assertThat(proxy.connections()).isEqualTo(before + 1);
        }
    }

    @Test
    void connections_that_are_not_used_are_closed() {
        try (Lab lab = new Lab(redis.url(proxy) + "?timeout=10s", Duration.ofMillis(500));
                RespConnection server = redis.connect(patience())) {
            int before = proxy.connections();
            long received = received(server);
            lab.sockets.open();
            eventually(patience(), () -> assertThat(received(server)).isEqualTo(received + 1));
            eventually(patience(), () -> assertThat(proxy.connections()).isEqualTo(before));
        }
    }

    /** The interrupt of a virtual thread closes the socket on which it waits. */
    @Test
    void who_is_interrupted_closes_no_connection_of_others() {
        try (Lab lab = new Lab(redis.url(proxy) + "?timeout=10s", Duration.ofMinutes(1))) {
            int before = proxy.connections();
            lab.sockets.open();
            lab.sockets.open();
            lab.sockets.open();
            CompletableFuture<Void> cut = proxy.cutAfterNextRequest("orders");
            Thread.currentThread().interrupt();
            CompletionStage<?> claimed = lab.claim("orders");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(claimed.toCompletableFuture()).isCompletedExceptionally();
            assertThat(cut).succeedsWithin(patience());
            eventually(patience(), () -> assertThat(proxy.connections()).isEqualTo(before + 2));
        }
    }

    /** It counts whole seconds, and closes what was idle for longer. */
    @Test
    void a_server_that_ends_idle_connections_disturbs_nobody() {
        try (RedisServer impatient =
                        RedisServer.configure().option("timeout", "1").start();
                RedisStore other = WithRedis.open(impatient.url() + "?timeout=10s")) {
            call(other, 64);
            try (RespConnection busy = impatient.connect(patience())) {
                List<String> idle = otherClients(busy);
                eventually(patience(), () -> assertThat(otherClients(busy)).doesNotContainAnyElementsOf(idle));
            }
            call(other, 1);
        }
    }

    /** The ids of all connections but this one. */
    private static List<String> otherClients(RespConnection busy) {
        return String.valueOf(busy.exec("CLIENT", "LIST"))
                .lines()
                .filter(line -> !line.contains("cmd=client"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    @Test
    void none_are_opened_if_none_are_wanted() {
        try (RedisStore other = WithRedis.open(redis.url(proxy) + "?sockets=0")) {
            int before = proxy.connections();
            call(other, 100);
            assertThat(proxy.connections()).isEqualTo(before);
        }
    }

    /** Sockets that are kept as long as one likes. */
    private static final class Lab implements AutoCloseable {
        private final Link link;
        private final Plug plug;
        private final Sockets sockets;
        private final Scripts scripts;

        Lab(String url, Duration longestIdle) {
            RedisAddress address = RedisAddress.parse(StoreAddress.parse(url));
            RedisSettings settings = address.settings();
            Keys keys = Keys.under(settings.prefix());
            link = new Link(address.uri(), settings, Optional.empty(), new Failures("there", keys), new Log());
            plug = Plug.to(address.uri(), settings).orElseThrow();
            sockets = new Sockets(link, plug, new Pipeline(link), 32, longestIdle);
            scripts = new Scripts(sockets, keys, settings);
        }

        CompletionStage<?> claim(String name) {
            return scripts.onLock(
                    Script.CLAIM, ScriptOutputType.MULTI, name, Scripts.arguments(SocketsTest.claim(name)));
        }

        @Override
        public void close() {
            link.close();
            sockets.closeIdle();
        }
    }

    @Test
    void closing_the_store_closes_them() {
        callUntilOneHasItsOwn(store, proxy);
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
