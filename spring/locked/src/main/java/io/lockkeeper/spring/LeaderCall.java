package io.lockkeeper.spring;

import io.lockkeeper.Term;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A call that runs under a lead, on a thread, or as a subscription without one. */
final class LeaderCall {

    private static final ThreadLocal<LeaderCall> CURRENT = new ThreadLocal<>();

    private final Lead lead;
    private final @Nullable LeaderCall outer;
    private final @Nullable Runnable onEnd;
    private final @Nullable LossInterrupt interrupt;

    /** A subscription, which the calling thread only begins. */
    LeaderCall(Lead lead, Runnable onEnd) {
        this.lead = lead;
        this.outer = CURRENT.get();
        this.onEnd = onEnd;
        this.interrupt = null;
    }

    /** A call on the calling thread. */
    LeaderCall(Lead lead, boolean interruptible) {
        this.lead = lead;
        this.outer = CURRENT.get();
        this.onEnd = null;
        this.interrupt = interruptible ? LossInterrupt.begin() : null;
    }

    /** The innermost one of the calling thread. */
    static @Nullable LeaderCall current() {
        return CURRENT.get();
    }

    Term term() {
        return lead.term();
    }

    void enter() {
        CURRENT.set(this);
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

    /** Has the calling thread begin a subscription: call what returns its publisher. */
    @Nullable
    Object begin(ReactiveCall.Source body) throws Throwable {
        enter();
        try {
            return body.get();
        } finally {
            leave();
        }
    }

    /** The call has ended. */
    void end() {
        lead.remove(this);
    }

    /** Has the end of leads neither interrupt the calling thread nor wait for it: it ends them itself. */
    static void detachThread(Predicate<Lead> ending) {
        for (LeaderCall call = CURRENT.get(); call != null; call = call.outer) {
            if (ending.test(call.lead)) {
                if (call.interrupt != null) {
                    call.interrupt.detach();
                }
                call.lead.remove(call);
            }
        }
    }

    /** The lead has ended. */
    void interrupt() {
        if (interrupt != null) {
            interrupt.send();
        }
    }

    /** What the lead's end means to a subscription, and runs code of its subscriber; null for a call on a thread. */
    @Nullable
    Runnable onEnd() {
        return onEnd;
    }
}
