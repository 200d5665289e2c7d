package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(30);

    private static RedisServer redis;
    private TcpProxy proxy;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    @BeforeEach
    void startProxy() {
        redis.exec("FLUSHALL");
        proxy = redis.proxy();
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
    }

    @Test
    void passes_all_on_while_nothing_is_wrong() {
        String large = "x".repeat(20_000_000);
        try (RespConnection connection = connect(LONG)) {
            assertThat(connection.exec("SET", "large", large)).isEqualTo("OK");
            assertThat(connection.exec("GET", "large")).isEqualTo(large);
            assertThat(proxy.connections()).isEqualTo(1);
        }
        Await.until("the end of the connection", LONG, () -> proxy.connections() == 0);
    }

    @Test
    void a_cut_breaks_connections_and_refuses_new_ones_until_healed() {
        try (RespConnection connection = connect(LONG)) {
            connection.exec("PING");
            proxy.cut();
            assertBroken(connection);
            assertThatThrownBy(this::ping).isInstanceOf(UncheckedIOException.class);
            proxy.heal();
            assertThat(ping()).isEqualTo("PONG");
            assertBroken(connection);
        }
    }

    @Test
    void dropped_connections_can_be_made_anew_at_once() {
        try (RespConnection connection = connect(LONG)) {
            connection.exec("PING");
            proxy.dropConnections();
            assertBroken(connection);
            assertThat(ping()).isEqualTo("PONG");
        }
    }

    @Test
    void frozen_replies_let_a_request_through_and_hold_its_reply() {
        try (RespConnection connection = connect(LONG)) {
            connection.exec("PING");
            proxy.freezeReplies();
            assertNoReply(connection, "SET", "name", "value");
            assertThat(redis.exec("GET", "name")).isEqualTo("value");
            proxy.thaw();
            assertReplyArrives(connection, "OK");
        }
    }

    @Test
    void frozen_requests_do_not_reach_the_server_before_the_thaw() {
        try (RespConnection connection = connect(LONG)) {
            connection.exec("PING");
            proxy.freezeRequests();
            assertNoReply(connection, "SET", "name", "value");
            assertThat(redis.exec("GET", "name")).isNull();
            proxy.thaw();
            assertReplyArrives(connection, "OK");
        }
    }

    @Test
    void a_freeze_accepts_new_connections_and_leaves_them_unanswered() {
        proxy.freeze();
        try (RespConnection connection = connect(LONG)) {
            assertNoReply(connection, "PING");
            proxy.heal();
            assertReplyArrives(connection, "PONG");
        }
    }

    @Test
    void a_delay_counts_each_way_and_does_not_add_up_over_requests_sent_together() {
        int requests = 20;
        try (RespConnection connection = connect(LONG)) {
            connection.exec("PING");
            proxy.delay(Duration.ofMillis(100));
            long start = System.nanoTime();
            for (int i = 0; i < requests; i++) {
                connection.send("INCR", "counter");
            }
            for (long i = 1; i <= requests; i++) {
                assertThat(connection.receive()).isEqualTo(i);
            }
            Duration all = Duration.ofNanos(System.nanoTime() - start);
            assertThat(all).isBetween(Duration.ofMillis(200), Duration.ofMillis(100L * requests));
        }
    }

    @Test
    void delays_of_one_direction_count_once_and_end_when_healed() {
        try (RespConnection connection = connect(LONG)) {
            proxy.delayRequests(Duration.ofMillis(150));
            assertThat(timeOf(connection)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
            proxy.delayRequests(Duration.ZERO);
            proxy.delayReplies(Duration.ofMillis(150));
            assertThat(timeOf(connection)).isGreaterThanOrEqualTo(Duration.ofMillis(150));
            proxy.delayReplies(Duration.ofDays(1));
            connection.send("PING");
            proxy.heal();
            assertReplyArrives(connection, "PONG");
        }
    }

    @Test
    void a_connection_cut_after_a_request_has_changed_the_server_and_never_says_so() {
        try (RespConnection other = connect(LONG);
                RespConnection connection = connect(LONG)) {
            CompletableFuture<Void> cut = proxy.cutAfterNextRequest("SET");
            assertThat(other.exec("PING")).isEqualTo("PONG");
            assertThat(cut).isNotDone();
            assertBroken(connection, "SET", "name", "value");
            assertThat(cut).succeedsWithin(LONG);
            assertThat(redis.exec("GET", "name")).isEqualTo("value");
            assertThat(other.exec("SET", "name", "other")).isEqualTo("OK");
        }
    }

    @Test
    void a_connection_cut_before_a_request_has_not_changed_the_server() {
        try (RespConnection connection = connect(LONG)) {
            CompletableFuture<Void> cut = proxy.cutBeforeNextRequest("SET");
            assertThat(connection.exec("PING")).isEqualTo("PONG");
            assertBroken(connection, "SET", "name", "value");
            assertThat(cut).succeedsWithin(LONG);
            assertThat(redis.exec("GET", "name")).isNull();
            assertThat(ping()).isEqualTo("PONG");
        }
    }

    @Test
    void a_cut_that_waits_for_a_request_is_called_off_when_healed() {
        CompletableFuture<Void> cut = proxy.cutAfterNextRequest();
        proxy.heal();
        assertThat(cut).isCancelled();
        assertThat(ping()).isEqualTo("PONG");
    }

    @Test
    void the_end_of_a_connection_is_passed_on_both_ways() {
        try (RespConnection connection = connect(LONG)) {
            Object id = connection.exec("CLIENT", "ID");
            redis.exec("CLIENT", "KILL", "ID", String.valueOf(id));
            assertBroken(connection);
        }
        RespConnection connection = connect(LONG);
        String id = String.valueOf(connection.exec("CLIENT", "ID"));
        connection.close();
        Await.until("the end of the client", LONG, () -> "".equals(redis.exec("CLIENT", "LIST", "ID", id)));
    }

    @Test
    void hundreds_of_connections_work_at_the_same_time() {
        List<RespConnection> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                connections.add(connect(LONG));
            }
            connections.forEach(connection -> connection.send("INCR", "counter"));
            connections.forEach(connection -> assertThat(connection.receive()).isInstanceOf(Long.class));
            assertThat(redis.exec("GET", "counter")).isEqualTo("300");
            assertThat(proxy.connections()).isEqualTo(300);
        } finally {
            connections.forEach(RespConnection::close);
        }
    }

    @Test
    void a_server_that_is_down_breaks_connections_until_it_is_back() {
        try (RedisServer other = RedisServer.start();
                TcpProxy toOther = other.proxy()) {
            other.kill();
            assertThatThrownBy(() -> ping(toOther)).isInstanceOf(UncheckedIOException.class);
            other.restart();
            assertThat(ping(toOther)).isEqualTo("PONG");
        }
    }

    @Test
    void a_freeze_costs_no_processor_time_even_when_clients_leave() {
        try (RespConnection staying = connect(LONG)) {
            staying.exec("PING");
            RespConnection leaving = connect(LONG);
            leaving.exec("PING");
            proxy.freeze();
            leaving.send("PING");
            leaving.close();
            long before = processorNanos();
            assertNoReply(staying, "PING");
            assertThat(Duration.ofNanos(processorNanos() - before)).isLessThan(SHORT.dividedBy(2));
        }
    }

    @Test
    void a_closed_proxy_has_broken_its_connections_and_takes_no_orders() {
        try (RespConnection connection = connect(LONG)) {
            connection.exec("PING");
            proxy.close();
            proxy.close();
            assertBroken(connection);
            assertThatThrownBy(() -> proxy.heal()).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(this::ping).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void an_interrupted_thread_can_heal_and_close_a_proxy() {
        Thread.currentThread().interrupt();
        proxy.heal();
        proxy.close();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void one_fault_may_follow_on_another() {
        try (RespConnection connection = connect(LONG)) {
            CompletableFuture<Void> both = proxy.cutBeforeNextRequest("SET").thenRun(proxy::cut);
            assertBroken(connection, "SET", "name", "value");
            assertThat(both).succeedsWithin(LONG);
            assertThatThrownBy(this::ping).isInstanceOf(UncheckedIOException.class);
        }
    }

    private RespConnection connect(Duration patience) {
        return RespConnection.open(proxy.port(), patience);
    }

    private @Nullable Object ping() {
        return ping(proxy);
    }

    private static @Nullable Object ping(TcpProxy proxy) {
        try (RespConnection connection = RespConnection.open(proxy.port(), LONG)) {
            return connection.exec("PING");
        }
    }

    private static Duration timeOf(RespConnection connection) {
        long start = System.nanoTime();
        connection.exec("PING");
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void assertNoReply(RespConnection connection, String... command) {
        connection.patience(SHORT);
        assertThatThrownBy(() -> connection.exec(command)).hasRootCauseMessage("Read timed out");
        connection.patience(LONG);
    }

    private static void assertReplyArrives(RespConnection connection, String reply) {
        Await.until("the reply", LONG, () -> reply.equals(connection.receive()));
    }

    private static void assertBroken(RespConnection connection) {
        assertBroken(connection, "PING");
    }

    private static void assertBroken(RespConnection connection, String... command) {
        assertThatThrownBy(() -> connection.exec(command))
                .isInstanceOf(UncheckedIOException.class)
                .rootCause()
                .hasMessageNotContaining("timed out");
    }

    private long processorNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals("lockkeeper-proxy-" + proxy.port()))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }
}
