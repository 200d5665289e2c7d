package io.lockkeeper.brokers;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.LoopbackServer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every broker does; the subclasses say how a client of it sends and receives. */
abstract class BrokerPromises {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final LoopbackServer server;

    BrokerPromises(LoopbackServer shared) {
        this.server = shared;
    }

    /** Starts a server of one's own. */
    abstract LoopbackServer start();

    /** Sends, and returns when the server has confirmed that it has the message. */
    abstract void send(String url, String queue, String text) throws Exception;

    /** Receives the first message of a queue and confirms it. */
    abstract String receive(String url, String queue) throws Exception;

    @Test
    void what_was_sent_is_received() throws Exception {
        send(server.url(), "greetings", "hello");
        assertThat(receive(server.url(), "greetings")).isEqualTo("hello");
    }

    @Test
    void messages_outlive_a_crash() throws Exception {
        int port = server.port();
        send(server.url(), "crash", "kept");
        server.kill();
        assertThat(server.process().isAlive()).isFalse();
        server.restart();
        assertThat(server.port()).isEqualTo(port);
        assertThat(receive(server.url(), "crash")).isEqualTo("kept");
    }

    @Test
    void a_paused_server_confirms_nothing_until_it_is_resumed() throws Exception {
        server.pause();
        CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> sendUnchecked("pause"));
        assertThatThrownBy(() -> sending.get(500, MILLISECONDS)).isInstanceOf(TimeoutException.class);
        server.resume();
        sending.get(PATIENCE.toSeconds(), SECONDS);
        assertThat(receive(server.url(), "pause")).isEqualTo("late");
    }

    @Test
    void a_server_that_was_stopped_has_its_messages_and_leaves_nothing_when_closed() throws Exception {
        LoopbackServer own = start();
        try {
            assertThat(own.process().startTime()).isPositive();
            send(own.url(), "stop", "kept");
            List<ProcessHandle> before = processes(own);
            own.stop();
            awaitEnd(before);
            own.restart();
            assertThat(receive(own.url(), "stop")).isEqualTo("kept");
        } finally {
            List<ProcessHandle> after = processes(own);
            own.close();
            awaitEnd(after);
        }
        assertThat(Files.exists(own.process().directory())).isFalse();
    }

    private void sendUnchecked(String queue) {
        try {
            send(server.url(), queue, "late");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ProcessHandle> processes(LoopbackServer of) {
        return ProcessHandle.of(of.process().pid()).stream()
                .flatMap(main -> Stream.concat(Stream.of(main), main.descendants()))
                .toList();
    }

    private static void awaitEnd(List<ProcessHandle> processes) {
        Await.until(
                "the end of all processes", PATIENCE, () -> processes.stream().noneMatch(ProcessHandle::isAlive));
    }
}
