package io.lockkeeper.simulation;

import io.lockkeeper.contract.ManualTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What happened last in a run, and the one who looks at the world after each step. */
final class Log {

    private static final int LONGEST = 2_000;

    private final ManualTime time;
    private final Runnable watcher;
    private final long origin;
    private final Deque<Supplier<String>> last = new ArrayDeque<>();

    Log(ManualTime time, Runnable watcher) {
        this.time = time;
        this.watcher = watcher;
        this.origin = time.nanos();
    }

    /** Notes what is put into words only if someone reads it. */
    void note(Object who, Supplier<String> what) {
        long micros = (time.nanos() - origin) / 1_000;
        last.add(() -> micros + " us: " + who + " " + what.get());
        if (last.size() > LONGEST) {
            last.remove();
        }
    }

    void happened() {
        watcher.run();
    }

    @Override
    public String toString() {
        return last.stream().map(Supplier::get).collect(Collectors.joining("\n"));
    }
}
