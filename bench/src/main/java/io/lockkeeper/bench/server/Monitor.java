package io.lockkeeper.bench.server;

import io.lockkeeper.servers.RespConnection;
import java.io.UncheckedIOException;
import java.time.Duration;
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
        server.info(MARK); // A section that there is none of: it shows in MONITOR and is left out of all counts.
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
                MonitorLine line = MonitorLine.parse(String.valueOf(connection.receive()));
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
}
