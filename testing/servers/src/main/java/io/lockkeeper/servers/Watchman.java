package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * The one helper process that ends what this JVM started once this JVM is gone.
 *
 * <p>It is a small shell script that reads from a pipe. The kernel closes that pipe when the JVM ends, be it by {@code
 * kill -9}, so neither a shutdown hook nor any goodwill is needed. One process serves the whole JVM. Only a JVM killed
 * within the instant between a child's start and its registration leaves that child behind.
 *
 * <p>Thread-safe.
 */
final class Watchman {
    private static final Watchman INSTANCE = new Watchman();

    private final OutputStream orders;

    private Watchman() {
        try {
            orders = new ProcessBuilder("sh", "-c", script(), "lockkeeper-watchman")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException("the watchman did not start", e);
        }
    }

    /** Kills the process when this JVM ends, unless it ends before. */
    static void watch(Process process) {
        long pid = process.pid();
        INSTANCE.order("+" + pid);
        var unused = process.onExit().thenRun(() -> INSTANCE.order("-" + pid));
    }

    /** Removes the directory and all in it when this JVM has ended. */
    static void removeInTheEnd(Path directory) {
        INSTANCE.order(directory.toAbsolutePath().toString());
    }

    private synchronized void order(String order) {
        try {
            orders.write((order + "\n").getBytes(UTF_8));
            orders.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the watchman is gone", e);
        }
    }

    private static String script() throws IOException {
        try (InputStream script = Watchman.class.getResourceAsStream("watchman.sh")) {
            if (script == null) {
                throw new IOException("watchman.sh is missing");
            }
            return new String(script.readAllBytes(), UTF_8);
        }
    }
}
