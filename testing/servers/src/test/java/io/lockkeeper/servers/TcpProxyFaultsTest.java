package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a proxy does to connections, and takes back. */
class TcpProxyFaultsTest extends ThroughProxy {
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
    void one_fault_may_follow_on_another() {
        try (RespConnection connection = connect(LONG)) {
            CompletableFuture<Void> both = proxy.cutBeforeNextRequest("SET").thenRun(proxy::cut);
            assertBroken(connection, "SET", "name", "value");
            assertThat(both).succeedsWithin(LONG);
            assertThatThrownBy(this::ping).isInstanceOf(UncheckedIOException.class);
        }
    }
}
