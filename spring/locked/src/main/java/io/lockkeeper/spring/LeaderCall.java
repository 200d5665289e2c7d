package io.lockkeeper.spring;

import io.lockkeeper.Term;
import org.jspecify.annotations.Nullable;

/** A call that runs under a lead, on a thread, or as a subscription without one. */
final class LeaderCall {

    private static final ThreadLocal<LeaderCall> CURRENT = new ThreadLocal<>();

    private final Lead lead;
    private final @Nullable LeaderCall outer;
    private final Runnable onEnd;
    private final @Nullable LossInterrupt interrupt;

    /** A call that is no thread's. */
    LeaderCall(Lead lead, Runnable onEnd) {
        this.lead = lead;
        this.outer = null;
        this.onEnd = onEnd;
        this.interrupt = null;
    }

    /** A call on the calling thread. */
    LeaderCall(Lead lead, boolean interruptible) {
        this.lead = lead;
        this.outer = CURRENT.get();
        this.onEnd = () -> {};
        this.interrupt = interruptible ? LossInterrupt.begin() : null;
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
        if (interrupt != null) {
            interrupt.end();
        }
    }

    /** The call has ended. */
    void end() {
        lead.remove(this);
    }

    /** Has the end of the lead neither interrupt the calling thread nor wait for it: it ends the lead itself. */
    static void detachThread() {
        for (LeaderCall call = CURRENT.get(); call != null; call = call.outer) {
            if (call.interrupt != null) {
                call.interrupt.detach();
            }
            call.lead.remove(call);
        }
    }

    /** The lead has ended. */
    void interrupt() {
        if (interrupt != null) {
            interrupt.send();
        }
    }

    /** Not under the guard. */
    void ended() {
        onEnd.run();
    }
}
