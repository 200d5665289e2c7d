package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerProcessTest {
    private static final Duration SHORT = Duration.ofMillis(300);

    @Test
    void a_start_waits_for_the_probe_and_a_restart_does_again() {
        ServerCommand command = ServerCommand.of("sh", "-c", "echo $$ up >> ready; exec sleep 600");
        command.readyWhen(
                pid -> command.directory().path().resolve("ready").toFile().exists()
                        && Files.readString(command.directory().path().resolve("ready"))
                                .contains(pid + " up"));
        try (ServerProcess process = command.start()) {
            long first = process.pid();
            process.restart();
            assertThat(process.pid()).isNotEqualTo(first);
            assertThat(process.directory().resolve("ready")).content().contains(first + " up", process.pid() + " up");
        }
    }

    @Test
    void a_server_that_ends_instead_of_starting_says_why() {
        assertThatThrownBy(() -> ServerCommand.of("sh", "-c", "echo no memory; exit 7")
                        .readyWhen(pid -> false)
                        .start())
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("exit code 7")
                .hasMessageContaining("no memory");
    }

    @Test
    void a_server_that_is_not_ready_in_time_is_killed() {
        long[] process = new long[1];
        assertThatThrownBy(() -> ServerCommand.of("sleep", "600")
                        .readyWhen(pid -> {
                            process[0] = pid;
                            throw new IllegalStateException("still loading");
                        })
                        .within(SHORT)
                        .start())
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("still loading");
        assertThat(ProcessHandle.of(process[0])).isEmpty();
    }

    @Test
    void the_processes_that_a_server_made_go_with_it() {
        ServerCommand command = ServerCommand.of("sh", "-c", "sleep 600 & echo $! >child; wait");
        Path child = command.directory().path().resolve("child");
        try (ServerProcess process = command.readyWhen(pid -> Files.exists(child) && Files.size(child) > 0)
                .start()) {
            long made = Long.parseLong(Files.readString(child).strip());
            assertThat(ProcessHandle.of(made)).isPresent();
            process.kill();
            assertThat(ProcessHandle.of(made).filter(ProcessHandle::isAlive)).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_program_that_is_missing_is_named() {
        assertThatThrownBy(() -> ServerCommand.of("no-such-server").start())
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("no-such-server");
    }

    @Test
    void a_server_that_ignores_the_request_to_end_and_has_processes_can_be_killed_by_an_interrupted_thread() {
        String deaf = "trap '' TERM; sleep 600 & echo $HELLO; while :; do sleep 1; done";
        ServerCommand command = ServerCommand.of("sh", "-c", deaf);
        ServerProcess process = command.environment("HELLO", "deaf").start();
        Await.until("the greeting", Duration.ofSeconds(30), () -> process.log().contains("deaf"));
        Thread.currentThread().interrupt();
        process.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(process.isAlive()).isFalse();
        assertThat(process.directory()).doesNotExist();
    }
}
