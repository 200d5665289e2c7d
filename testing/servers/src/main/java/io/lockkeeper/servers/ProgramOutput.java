package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a short-lived program prints. */
final class ProgramOutput {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ProgramOutput() {}

    /**
     * Runs the program to its end and returns all it printed.
     *
     * @throws UncheckedIOException if it doesn't start or fails
     */
    static String of(String... command) {
        Run run = new Run(List.of(command));
        Await.until("the start of " + command[0], PATIENCE, run::start);
        return run.output();
    }

    /** One run; starting a file just written fails while another child's fork holds it open. */
    private static final class Run {
        private final List<String> command;
        private @Nullable Process process;

        Run(List<String> command) {
            this.command = command;
        }

        boolean start() throws IOException {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            return true;
        }

        String output() {
            Process started = java.util.Objects.requireNonNull(process);
            try {
                String output = new String(started.getInputStream().readAllBytes(), UTF_8);
                int code = Uninterruptibly.join(started);
                if (code != 0) {
                    throw new IOException(command + " failed with exit code " + code + ": " + output);
                }
                return output;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
