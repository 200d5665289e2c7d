package io.lockkeeper.bench.server;

import io.lockkeeper.servers.RespConnection;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads MONITOR, which tells each command the server carries out and whether a client or a script called it.
 *
 * <p>INFO counts both alike. MONITOR slows the server down, so nothing is timed meanwhile.
 */
final class Monitor implements Watch {
    private static final String MARK = "bench-end-of-monitor";
    private static final long PATIENCE_SECONDS = 20;

    private final Redis server;
    private final RespConnection connection;
    private final Traffic traffic = new Traffic();
    private final CompletableFuture<Traffic> finished = new CompletableFuture<>();

    private Monitor(Redis server) {
        this.server = server;
        this.connection = server.connect();
    }

    /** Starts to read. */
    static Monitor start(Redis server) {
        Monitor monitor = new Monitor(server);
        monitor.connection.patience(Duration.ofMinutes(2)); // Between two commands.
        monitor.connection.exec("MONITOR");
        Thread reader = new Thread(monitor::read, "bench-monitor");
        reader.setDaemon(true);
        reader.start();
        return monitor;
    }

    @Override
    public Traffic finish() {
        server.ask(MARK); // A section that there is none of: it shows in MONITOR and is left out of all counts.
        try {
            return finished.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("MONITOR did not tell all", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void read() {
        try {
            while (true) {
                Line line = Line.parse(String.valueOf(connection.receive()));
                if (line.arguments().contains(MARK)) {
                    finished.complete(traffic);
                    return;
                }
                traffic.add(line);
            }
        } catch (UncheckedIOException | IllegalStateException e) {
            finished.completeExceptionally(e); // Nobody asks if it was closed before its end.
        }
    }

    @Override
    public void close() {
        connection.close();
    }

    /**
     * One command the server carried out.
     *
     * @param source the client's address and port, or "lua" for a script
     * @param command its lower-case name
     * @param arguments all of them, as MONITOR quotes them
     */
    record Line(String source, String command, String arguments) {

        /** Reads a line such as {@code 1795272953.063965 [0 127.0.0.1:52082] "get" "a"}. */
        static Line parse(String line) {
            int bracket = line.indexOf('[');
            int space = line.indexOf(' ', bracket);
            int end = line.indexOf(']', space);
            int open = line.indexOf('"', end);
            int close = line.indexOf('"', open + 1);
            if (bracket < 0 || space < 0 || end < 0 || open < 0 || close < 0) {
                throw new IllegalStateException("MONITOR told what was not expected: " + line);
            }
            String command = line.substring(open + 1, close).toLowerCase(Locale.ROOT);
            return new Line(line.substring(space + 1, end), command, line.substring(close + 1));
        }

        /** Returns whether a client sent it, rather than a script called it. */
        boolean isRequest() {
            return !source.equals("lua");
        }
    }
}
