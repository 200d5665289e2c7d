package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What a short-lived program prints. Thread-safe. */
public final class ProgramOutput {
    private static final int ATTEMPTS = 100;
    private static final long PAUSE_NANOS = 20_000_000;

    private ProgramOutput() {}

    /**
     * Runs the program to its end and returns all it printed.
     *
     * @throws UncheckedIOException if it doesn't start or fails
     */
    public static String of(List<String> command) {
        try {
            Process process = start(command);
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), UTF_8);
            int code = Uninterruptibly.join(process);
            if (code != 0) {
                throw new IOException(command.get(0) + " failed with exit code " + code + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file just written is busy for an instant more if another thread starts a process: that inherits it. */
    private static Process start(List<String> command) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return new ProcessBuilder(command).redirectErrorStream(true).start();
            } catch (IOException e) {
                boolean fileIsBusy = String.valueOf(e.getMessage()).contains("error=26,");
                if (!fileIsBusy || attempt == ATTEMPTS) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
