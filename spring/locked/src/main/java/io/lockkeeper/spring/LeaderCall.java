package io.lockkeeper.spring;

import io.lockkeeper.Term;
import org.jspecify.annotations.Nullable;

/** A call that runs under a lead, on a thread, or as a subscription without one. */
final class LeaderCall {

    private static final ThreadLocal<LeaderCall> CURRENT = new ThreadLocal<>();

    private final Lead lead;
    private final @Nullable LeaderCall outer;
    private final Runnable onEnd;
    private @Nullable Thread thread;
    private volatile boolean interrupted;

    /** A call that is no thread's. */
    LeaderCall(Lead lead, Runnable onEnd) {
        this.lead = lead;
        this.outer = null;
        this.onEnd = onEnd;
    }

    /** A call on the calling thread. */
    LeaderCall(Lead lead, boolean interruptible) {
        this.lead = lead;
        this.outer = CURRENT.get();
        this.onEnd = () -> {};
        this.thread = interruptible && !isInterruptible(lead, outer) ? Thread.currentThread() : null;
    }

    /** Whether the thread's calls so far are interrupted by the end of the lead: once is enough. */
    private static boolean isInterruptible(Lead lead, @Nullable LeaderCall innermost) {
        for (LeaderCall call = innermost; call != null; call = call.outer) {
            if (call.lead == lead && call.thread != null) {
                return true;
            }
        }
        return false;
    }

    /** The innermost one of the calling thread. */
    static @Nullable LeaderCall current() {
        return CURRENT.get();
    }

    Term term() {
        return lead.term();
    }

    LeaderCall enter() {
        CURRENT.set(this);
        return this;
    }

    /** The part of the call that is on this thread has ended. */
    void leave() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
        lead.release(this);
        if (interrupted && Thread.interrupted() && outer != null && outer.isInterrupted()) {
            Thread.currentThread().interrupt(); // That was for the outer one, too.
        }
    }

    /** The call has ended. */
    void end() {
        lead.remove(this);
    }

    private boolean isInterrupted() {
        return interrupted || (outer != null && outer.isInterrupted());
    }

    /** Has the end of the lead neither interrupt the calling thread nor wait for it: it ends the lead itself. */
    static void detachThread() {
        for (LeaderCall call = CURRENT.get(); call != null; call = call.outer) {
            call.lead.release(call);
            call.lead.remove(call);
        }
    }

    /** Under the guard of the lead. What somebody else's interrupt does already needs no second one, which would clear that. */
    void interrupt() {
        Thread running = thread;
        if (running != null && !running.isInterrupted()) {
            interrupted = true;
            running.interrupt();
        }
        thread = null;
    }

    /** Under the guard of the lead: from now on, nothing interrupts the thread. */
    void forgetThread() {
        thread = null;
    }

    /** Not under the guard. */
    void ended() {
        onEnd.run();
    }
}
