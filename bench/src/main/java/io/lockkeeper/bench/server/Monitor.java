package io.lockkeeper.bench.server;

import io.lockkeeper.servers.RespConnection;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads MONITOR, which tells each command the server carries out and whether a client or a script called it.
 *
 * <p>It slows the server down, so nothing is timed meanwhile.
 */
public final class Monitor implements AutoCloseable {
    private final RespConnection connection;
    private final List<MonitorLine> lines = new ArrayList<>();
    private final Thread reader;

    private Monitor(RespConnection connection) {
        this.connection = connection;
        this.reader = new Thread(this::read, "bench-monitor");
        reader.setDaemon(true);
    }

    /** Starts to read. */
    public static Monitor start(Server server) {
        Monitor monitor = new Monitor(server.connect());
        monitor.connection.exec("MONITOR");
        monitor.reader.start();
        return monitor;
    }

    /** Waits until all that was carried out before this call is read, ends, and returns it. */
    public List<MonitorLine> finish(Server server) {
        String mark = "bench-mark-" + System.nanoTime();
        try (RespConnection last = server.connect()) {
            last.exec("INFO", mark);
            awaitMark(mark);
        }
        close();
        synchronized (lines) {
            return lines.stream().filter(line -> !line.isOfHarness()).toList();
        }
    }

    @Override
    public void close() {
        connection.close();
    }

    private void awaitMark(String mark) {
        synchronized (lines) {
            long deadline = System.nanoTime() + 10_000_000_000L;
            while (lines.stream().skip(Math.max(0, lines.size() - 100)).noneMatch(line -> line.mentions(mark))) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("MONITOR did not tell the end in time");
                }
                try {
                    lines.wait(100);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", e);
                }
            }
        }
    }

    private void read() {
        try {
            while (true) {
                MonitorLine line = MonitorLine.parse(String.valueOf(connection.receive()));
                synchronized (lines) {
                    lines.add(line);
                    lines.notifyAll();
                }
            }
        } catch (UncheckedIOException e) {
            // The connection was closed, which is how this ends.
        }
    }
}
