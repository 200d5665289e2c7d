package io.lockkeeper.simulation;

import io.lockkeeper.contract.ManualTime;
import java.util.ArrayDeque;
import java.util.Deque;

/** What happened last in a run, and the one who looks at the world after each step. */
final class Log {

    private static final int LONGEST = 2_000;

    private final ManualTime time;
    private final Runnable watcher;
    private final long origin;
    private final Deque<String> last = new ArrayDeque<>();

    Log(ManualTime time, Runnable watcher) {
        this.time = time;
        this.watcher = watcher;
        this.origin = time.nanos();
    }

    void note(String who, String what) {
        last.add((time.nanos() - origin) / 1_000 + " us: " + who + " " + what);
        if (last.size() > LONGEST) {
            last.remove();
        }
    }

    void happened() {
        watcher.run();
    }

    @Override
    public String toString() {
        return String.join("\n", last);
    }
}
