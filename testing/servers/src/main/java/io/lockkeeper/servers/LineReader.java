package io.lockkeeper.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * The lines of a stream, read by a daemon thread as they come.
 *
 * <p>Keeps the last 1000 for messages, and 100,000 that nobody awaited yet; the oldest go first. Thread-safe.
 */
final class LineReader {
    private static final int MOST_RECENT = 1_000;
    private static final int MOST_UNREAD = 100_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<String> recent = new ArrayDeque<>();
    private final Deque<String> unread = new ArrayDeque<>();
    private boolean ended;

    private LineReader() {}

    static LineReader start(InputStream stream, String name) {
        LineReader reader = new LineReader();
        Thread thread = new Thread(() -> reader.readAll(stream), "lockkeeper-output-of-" + name);
        thread.setDaemon(true);
        thread.start();
        return reader;
    }

    /** Returns the next line wanted and skips those before it; nothing if it doesn't come. */
    Optional<String> await(Predicate<String> wanted, Duration atMost) {
        long nanos = atMost.toNanos();
        lock.lock();
        try {
            while (true) {
                for (String line = unread.poll(); line != null; line = unread.poll()) {
                    if (wanted.test(line)) {
                        return Optional.of(line);
                    }
                }
                if (ended || nanos <= 0) {
                    return Optional.empty();
                }
                nanos = changed.awaitNanos(nanos);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    List<String> recent() {
        lock.lock();
        try {
            return List.copyOf(recent);
        } finally {
            lock.unlock();
        }
    }

    private void readAll(InputStream stream) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("(the output broke off: " + e.getMessage() + ")");
        } finally {
            end();
        }
    }

    private void add(String line) {
        lock.lock();
        try {
            addTo(recent, line, MOST_RECENT);
            addTo(unread, line, MOST_UNREAD);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void addTo(Deque<String> lines, String line, int most) {
        if (lines.size() == most) {
            lines.remove();
        }
        lines.add(line);
    }
}
