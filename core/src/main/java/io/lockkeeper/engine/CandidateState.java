package io.lockkeeper.engine;

import io.lockkeeper.Lease;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link Candidate} stands. {@code Pausing → Contending → Leading → Pausing …}, from {@code Contending} also back to {@code
 * Pausing} when the lock cannot be asked for; from each of them to {@code Closed}, where it stays. Each object is one stay in its
 * state, so what comes late for an earlier stay is recognised. Nothing comes late for a pause: there is one object for all of them, so
 * that whatever failed, memory say, a candidate can pause.
 */
sealed interface CandidateState {

    /** Asks for nothing until a timer goes off. */
    enum Pausing implements CandidateState {
        /** Every pause. */
        PAUSING
    }

    /** Waits for the lock. */
    final class Contending implements CandidateState {
        private volatile @Nullable CompletableFuture<Lease> asked;

        /** The answer is awaited here. */
        void asked(CompletableFuture<Lease> future) {
            asked = future;
        }

        /** The lock is not wanted any more. Leaves the queue, or gives the lock back, unless that is answered already. */
        void cancel() {
            CompletableFuture<Lease> future = asked;
            if (future != null) {
                future.cancel(true);
            }
        }

        /** What was granted, if nothing was refused or cancelled. */
        @Nullable
        Lease granted() {
            CompletableFuture<Lease> future = asked;
            return future == null || !future.isDone() || future.isCompletedExceptionally() ? null : future.join();
        }
    }

    /** Has the lock; its work runs, is about to, or has just returned. */
    final class Leading implements CandidateState {
        private final EngineTerm term;
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private final ReentrantLock guard = new ReentrantLock();
        private @Nullable Thread worker;
        private boolean called;
        private boolean returned;

        Leading(EngineTerm term) {
            this.term = term;
        }

        EngineTerm term() {
            return term;
        }

        /** Completes when the work has returned and the lock is released, or its release has failed. */
        CompletableFuture<Void> over() {
            return over;
        }

        /** The work begins on the calling thread. False if it need not, since the term has ended. */
        boolean begin() {
            guard.lock();
            try {
                worker = Thread.currentThread();
                return term.isCurrent();
            } finally {
                guard.unlock();
            }
        }

        /** The work has returned: from now on, nothing interrupts its thread. */
        void returned() {
            guard.lock();
            try {
                worker = null;
                returned = true;
            } finally {
                guard.unlock();
            }
        }

        /** Whether the work has returned, or never began and never will. */
        boolean hasReturned() {
            guard.lock();
            try {
                return returned;
            } finally {
                guard.unlock();
            }
        }

        /** Whether the calling thread runs the work. */
        boolean isOwn() {
            guard.lock();
            try {
                return worker == Thread.currentThread();
            } finally {
                guard.unlock();
            }
        }

        /** Whether the work was told to return, as far as is known here: if it failed, it was for that reason. */
        boolean wasTold() {
            try {
                return !term.isCurrent();
            } catch (Throwable noClock) { // It is not known; so it failed.
                return false;
            }
        }

        /** Ends the term: has the work return, once. */
        void end(EngineTerm.End end) {
            guard.lock();
            try {
                term.end(end);
                if (worker != null && worker != Thread.currentThread() && !called) {
                    called = true;
                    worker.interrupt();
                }
            } finally {
                guard.unlock();
            }
        }
    }

    /**
     * Stands no more.
     *
     * @param last the lead that was given up by that; its work may still be running
     */
    record Closed(@Nullable Leading last) implements CandidateState {}
}
