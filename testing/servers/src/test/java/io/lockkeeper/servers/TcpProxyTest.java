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
import org.junit.jupiter.api.Test;

/** A proxy in good order, and its end. */
class TcpProxyTest extends ThroughProxy {
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

    private long processorNanos() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().equals("lockkeeper-proxy-" + proxy.port()))
                .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
                .sum();
    }
}
