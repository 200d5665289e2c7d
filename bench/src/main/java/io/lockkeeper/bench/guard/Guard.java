package io.lockkeeper.bench.guard;

import java.util.concurrent.atomic.LongAdder;

/**
 * Stands in the critical section of every thread and process and counts whoever finds another one inside.
 *
 * <p>Two ways, because one alone can miss a breach: how many are inside, counted atomically, and a plain counter that
 * loses an increment when two are. Thread-safe.
 */
public final class Guard {
    private final SharedFile shared;
    private final LongAdder violations = new LongAdder();

    /** Guards by two numbers of the file. */
    public Guard(SharedFile shared) {
        this.shared = shared;
    }

    /** Called first in the critical section. */
    public void enter() {
        if (shared.getAndAdd(Mark.INSIDE, 1) != 0) {
            violations.increment();
        }
        shared.addPlainly(Mark.ENTRIES, 1);
    }

    /** Called last in the critical section. */
    public void leave() {
        if (shared.getAndAdd(Mark.INSIDE, -1) != 1) {
            violations.increment();
        }
    }

    /** Returns how often this process has found another inside, and starts to count anew. */
    public long takeViolations() {
        return violations.sumThenReset();
    }

    /** Judges what all processes reported together, when none is inside any more. */
    public Verdict judge(long acquisitions, long violationsSeen) {
        long lost = Math.abs(acquisitions - shared.getVolatile(Mark.ENTRIES));
        long stayed = Math.abs(shared.getVolatile(Mark.INSIDE));
        return new Verdict(violationsSeen + lost + stayed);
    }
}
