package io.lockkeeper.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JavaProcessTest {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Says hello, repeats what it is told, and leaves at "exit N" or the end of its input. */
    static final class Parrot {
        private Parrot() {}

        public static void main(String[] args) throws IOException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("goodbye")));
            System.err.println("a parrot's warning");
            System.out.println(
                    "hello " + String.join(" ", args) + System.getenv().getOrDefault("SUFFIX", ""));
            var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (line.startsWith("exit ")) {
                    System.exit(Integer.parseInt(line.substring("exit ".length())));
                }
                System.out.println(line);
            }
        }
    }

    @Test
    void its_lines_are_awaited_in_order() {
        try (JavaProcess parrot = JavaProcess.start(Parrot.class, "from", "Zürich")) {
            assertThat(parrot.awaitLine(line -> line.startsWith("hello"), LONG)).isEqualTo("hello from Zürich");
            parrot.writeLine("one");
            parrot.writeLine("two");
            parrot.writeLine("three");
            assertThat(parrot.awaitLine("two"::equals, LONG)).isEqualTo("two");
            assertThat(parrot.awaitLine(line -> true, LONG)).isEqualTo("three");
            assertThat(parrot.output()).containsExactly("hello from Zürich", "one", "two", "three");
            assertThat(parrot.errors()).contains("a parrot's warning");
        }
    }

    @Test
    void a_line_that_does_not_come_fails_with_what_came_instead() {
        try (JavaProcess parrot = JavaProcess.start(Parrot.class)) {
            parrot.awaitLine(line -> line.startsWith("hello"), LONG);
            assertThatThrownBy(() -> parrot.awaitLine("nothing"::equals, SHORT))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("hello")
                    .hasMessageContaining("a parrot's warning");
        }
    }

    @Test
    void waiting_for_a_line_ends_with_the_process() {
        try (JavaProcess parrot = JavaProcess.start(Parrot.class)) {
            parrot.writeLine("exit 3");
            assertThatThrownBy(() -> parrot.awaitLine("nothing"::equals, Duration.ofDays(1)))
                    .isInstanceOf(AssertionError.class);
            assertThat(parrot.awaitExit(LONG)).isEqualTo(3);
            assertThat(parrot.output()).contains("goodbye");
        }
    }

    @Test
    void a_paused_process_says_nothing_until_it_is_resumed() {
        try (JavaProcess parrot = JavaProcess.start(Parrot.class)) {
            parrot.awaitLine(line -> line.startsWith("hello"), LONG);
            parrot.pause();
            parrot.writeLine("echo");
            assertThatThrownBy(() -> parrot.awaitLine("echo"::equals, SHORT)).isInstanceOf(AssertionError.class);
            assertThat(parrot.isAlive()).isTrue();
            parrot.resume();
            parrot.awaitLine("echo"::equals, LONG);
        }
    }

    @Test
    void a_kill_leaves_no_time_for_shutdown_hooks_and_a_stop_does() {
        try (JavaProcess killed = JavaProcess.start(Parrot.class);
                JavaProcess stopped = JavaProcess.start(Parrot.class)) {
            killed.awaitLine(line -> line.startsWith("hello"), LONG);
            stopped.awaitLine(line -> line.startsWith("hello"), LONG);
            killed.kill();
            stopped.stop();
            assertThat(killed.awaitExit(LONG)).isEqualTo(128 + 9);
            assertThat(stopped.awaitExit(LONG)).isEqualTo(128 + 15);
            stopped.awaitLine("goodbye"::equals, LONG);
            assertThatThrownBy(() -> killed.awaitLine("goodbye"::equals, LONG)).isInstanceOf(AssertionError.class);
        }
    }

    @Test
    void it_takes_options_and_environment() {
        try (JavaProcess parrot = JavaCommand.of(Parrot.class)
                .option("-Xmx32m")
                .environment("SUFFIX", "you")
                .start()) {
            assertThat(parrot.awaitLine(line -> true, LONG)).isEqualTo("hello you");
        }
    }
}
