package io.lockkeeper.spring;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.NotHeldException;
import io.lockkeeper.Term;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One term of this process as the leader, with the calls that run under it and what listeners know of it. A call begins only before
 * {@link #end}, which happens once and interrupts those that have begun.
 */
final class Lead {

    /** A term may end by its deadline, of which nobody tells. */
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(200);

    private final Term term;
    private final Executor subscribers;
    private final ReentrantLock guard = new ReentrantLock();
    private final Condition changed = guard.newCondition();
    private final Set<LeaderCall> calls = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean ended;
    private boolean endedByListener;
    private News news = News.NONE;

    /** What listeners know. */
    private enum News {
        NONE,
        GRANTED,
        REVOKING,
        REVOKED
    }

    /**
     * A term.
     *
     * @param subscribers runs what the end means to subscriptions, which is code of their subscribers
     */
    Lead(Term term, Executor subscribers) {
        this.term = term;
        this.subscribers = subscribers;
    }

    Term term() {
        return term;
    }

    /** Whether calls may begin. */
    boolean isOpen() {
        return guarded(() -> !ended && term.isCurrent());
    }

    /** A call begins; null if it must not. */
    @Nullable
    LeaderCall begin(Supplier<LeaderCall> made) {
        guard.lock();
        try {
            if (ended || !term.isCurrent()) {
                return null;
            }
            LeaderCall call = made.get();
            calls.add(call);
            return call;
        } finally {
            guard.unlock();
        }
    }

    /** A call has ended. */
    void remove(LeaderCall call) {
        guard.lock();
        try {
            calls.remove(call);
            changed.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /** Ends it: no call begins any more, and those that run are interrupted. */
    void end() {
        List<LeaderCall> running;
        guard.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
            running = List.copyOf(calls);
            running.forEach(LeaderCall::interrupt);
            changed.signalAll();
        } finally {
            guard.unlock();
        }
        running.stream().map(LeaderCall::onEnd).filter(Objects::nonNull).forEach(subscribers::execute);
    }

    /** Ends it on behalf of a listener, which is not to be interrupted for that, and tells the others. */
    void endByListener() {
        guard.lock();
        try {
            endedByListener |= !ended;
        } finally {
            guard.unlock();
        }
        end();
    }

    /** Whether a listener has ended it. */
    boolean isEndedByListener() {
        return guarded(() -> endedByListener);
    }

    /** Waits until it has ended, or is to. */
    void awaitEnd() {
        boolean open = true;
        while (open) {
            open = !await(() -> ended || !term.isCurrent(), LOOK) && isOpen();
        }
    }

    /** Waits until no call is running. False if that takes too long. */
    boolean awaitCalls(Duration atMost) {
        return await(calls::isEmpty, atMost.toNanos());
    }

    /** Listeners are about to be told that it has begun; false if it has ended. */
    boolean claimGrant() {
        return guarded(() -> {
            if (ended) {
                return false;
            }
            news = News.GRANTED;
            return true;
        });
    }

    /** Interrupts the listener that is being told that it has begun, unless that one already has the others told of the end. */
    void interruptGrant(Future<?> granted) {
        boolean unused = guarded(() -> (news == News.NONE || news == News.GRANTED) && granted.cancel(true));
    }

    /** Listeners are about to be told that it has ended; false if they need not or know. */
    boolean claimRevocation() {
        return guarded(() -> {
            if (news != News.GRANTED) {
                return false;
            }
            news = News.REVOKING;
            return true;
        });
    }

    /** Listeners have been told that it has ended, or need not be. */
    void revoked() {
        guard.lock();
        try {
            news = News.REVOKED;
            changed.signalAll();
        } finally {
            guard.unlock();
        }
    }

    /** Waits until listeners have been told. False if that takes too long. */
    boolean awaitRevoked(Duration atMost) {
        return await(() -> news == News.REVOKED, atMost.toNanos());
    }

    /** Why it has ended; empty if it was given up. */
    Optional<LeaseLoss> loss() {
        try {
            term.ensureCurrent();
            return Optional.empty();
        } catch (LeaseLostException lost) {
            return Optional.of(lost.loss());
        } catch (NotHeldException givenUp) {
            return Optional.empty();
        }
    }

    private boolean guarded(BooleanSupplier step) {
        guard.lock();
        try {
            return step.getAsBoolean();
        } finally {
            guard.unlock();
        }
    }

    /** Waits whatever interrupts the thread, which then still is interrupted. */
    private boolean await(BooleanSupplier condition, long nanos) {
        boolean interrupted = false;
        long end = System.nanoTime() + nanos;
        guard.lock();
        try {
            while (!condition.getAsBoolean()) {
                long remaining = end - System.nanoTime();
                if (remaining <= 0) {
                    return false;
                }
                try {
                    long unused = changed.awaitNanos(remaining);
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
            return true;
        } finally {
            guard.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
