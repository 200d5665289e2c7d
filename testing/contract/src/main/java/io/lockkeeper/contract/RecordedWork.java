package io.lockkeeper.contract;

import io.lockkeeper.LeaderWork;
import io.lockkeeper.Term;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A leader's work that lasts until it is dismissed or interrupted. */
final class RecordedWork implements LeaderWork {

    private final BlockingQueue<Term> begun = new LinkedBlockingQueue<>();
    private final BlockingQueue<Boolean> ended = new LinkedBlockingQueue<>();
    private final Semaphore dismissals = new Semaphore(0);
    private final AtomicInteger inside;

    /**
     * A work.
     *
     * @param inside counts those who lead
     */
    RecordedWork(AtomicInteger inside) {
        this.inside = inside;
    }

    RecordedWork() {
        this(new AtomicInteger());
    }

    @Override
    public void lead(Term term) throws InterruptedException {
        inside.incrementAndGet();
        boolean interrupted = true;
        begun.add(term);
        try {
            dismissals.acquire();
            interrupted = false;
        } finally {
            inside.decrementAndGet();
            ended.add(interrupted);
        }
    }

    /** Has it return. */
    void dismiss() {
        dismissals.release();
    }

    /** Waits until it leads, once more. */
    Term awaitTerm(Duration patience) throws InterruptedException {
        Term term = begun.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (term == null) {
            throw new AssertionError("It does not lead within " + patience + ".");
        }
        return term;
    }

    /** Waits until it has ended, once more: whether it was interrupted. */
    boolean awaitEnd(Duration patience) throws InterruptedException {
        Boolean interrupted = ended.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (interrupted == null) {
            throw new AssertionError("It does not end within " + patience + ".");
        }
        return interrupted;
    }

    /** Whether it began and was not awaited. */
    boolean hasBegun() {
        return !begun.isEmpty();
    }
}
