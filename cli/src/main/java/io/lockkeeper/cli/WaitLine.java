package io.lockkeeper.cli;

import io.lockkeeper.Holder;
import io.lockkeeper.HolderProcess;
import io.lockkeeper.Holding;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockInspection;
import io.lockkeeper.LockStatus;
import io.lockkeeper.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a person at a terminal sees of a wait: one line, that changes. It begins when the wait has lasted for a moment, on a
 * thread of its own, and is gone when the wait ends.
 */
final class WaitLine implements Runnable, AutoCloseable {
    private static final long DELAY_MILLIS = 300;
    private static final long INTERVAL_MILLIS = 1000;
    private static final String ERASE = "\r\u001b[K";

    private final LockClient client;
    private final String name;
    private final Holder self;
    private final boolean quiet;
    private final boolean verbose;
    private final long began = System.nanoTime();
    private boolean shown;
    private boolean ended;

    WaitLine(LockClient client, RunSettings settings, HolderProcess process) {
        this.client = client;
        this.name = settings.name;
        this.self = new Holder("", "", process.pid(), "", settings.description, process.group());
        this.quiet = settings.quiet;
        this.verbose = settings.verbose;
    }

    void begin() {
        if (!quiet) {
            Thread thread = new Thread(this, "lockkeeper-wait-line");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        if (endedWithin(DELAY_MILLIS)) {
            return;
        }
        if (!Terminal.is(2)) {
            if (verbose) {
                Output.error(text());
            }
            return;
        }
        int width = Terminal.width(2);
        do {
            show(Table.cut("lockkeeper: " + Output.printable(text()), width - 1));
        } while (!endedWithin(INTERVAL_MILLIS));
    }

    private synchronized boolean endedWithin(long millis) {
        long until = System.nanoTime() + millis * 1_000_000;
        try {
            for (long left = millis; !ended && left > 0; left = (until - System.nanoTime()) / 1_000_000) {
                wait(left);
            }
        } catch (InterruptedException nobodyDoes) {
            ended = true;
        }
        return ended;
    }

    private synchronized void show(String line) {
        if (!ended) {
            Output.raw(ERASE + line);
            shown = true;
        }
    }

    /** Ends it, and returns when the line is gone. */
    @Override
    public synchronized void close() {
        ended = true;
        notifyAll();
        if (shown) {
            Output.raw(ERASE);
        }
    }

    private String text() {
        String waiting =
                "waiting for '" + name + "' (" + Durations.brief(Duration.ofNanos(System.nanoTime() - began)) + ")";
        Optional<LockInspection> inspection = client.inspection();
        if (inspection.isEmpty()) {
            return waiting;
        }
        try {
            return waiting + inspection.get().inspect(name).map(this::situation).orElse("");
        } catch (StoreUnavailableException outage) {
            return waiting + "; the store does not answer";
        }
    }

    private String situation(LockStatus lock) {
        StringBuilder text = new StringBuilder();
        lock.holder().ifPresent(holder -> text.append(", held by ").append(holder));
        lock.holding()
                .flatMap(Holding::since)
                .ifPresent(since -> text.append(", for ").append(Durations.brief(LockText.age(since, Instant.now()))));
        Integer place = placeOf(self, lock.waiters());
        if (place != null) {
            text.append(place == 0 ? "; next in line" : "; " + place + " ahead in line");
        }
        return text.toString();
    }

    /**
     * How many waiters are ahead of this one; null if that is uncertain. The id of the own client is not known here, and
     * a queue may contain a dead process, or one in another container, with the same numbers.
     */
    static @Nullable Integer placeOf(Holder self, List<Holder> waiters) {
        Integer place = null;
        for (int at = 0; at < waiters.size(); at++) {
            Holder waiter = waiters.get(at);
            if (waiter.pid() == self.pid()
                    && waiter.processGroup() == self.processGroup()
                    && waiter.description().equals(self.description())) {
                if (place != null) {
                    return null;
                }
                place = at;
            }
        }
        return place;
    }
}
