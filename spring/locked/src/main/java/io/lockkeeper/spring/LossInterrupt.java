package io.lockkeeper.spring;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread that runs a method if the method's lock or lead is lost. It does not meet what the thread does next, although
 * the lock may stay held for longer. It does not take away an interrupt that somebody else sent, unless that comes later and the
 * thread has met neither: the two are one then. Calls nest: what was sent to a call stays for the calls around it that it was sent to,
 * too. Safe for use by many threads.
 */
final class LossInterrupt {

    private static final ThreadLocal<LossInterrupt> INNERMOST = new ThreadLocal<>();

    private final @Nullable LossInterrupt outer = INNERMOST.get();

    /** The caller has been interrupted, which {@code isInterrupted} does not always show: who waits for a lock hides it. */
    private final boolean before = Thread.currentThread().isInterrupted();

    private @Nullable Thread thread = Thread.currentThread();
    private boolean wanted;
    private boolean sent;

    private LossInterrupt() {}

    /** The calling thread begins a call. It must {@link #end} it. */
    static LossInterrupt begin() {
        LossInterrupt begun = new LossInterrupt();
        INNERMOST.set(begun);
        return begun;
    }

    /** What somebody else's interrupt does already needs no second one. */
    synchronized void send() {
        if (thread != null) {
            wanted = true;
            if (!thread.isInterrupted()) {
                sent = true;
                thread.interrupt();
            }
        }
    }

    /** From now on, nothing interrupts the thread. */
    synchronized void detach() {
        thread = null;
    }

    /** The call has ended, on its thread. Monitors, other than {@code Lock}s, do not hide an interrupt while they are waited for. */
    void end() {
        detach();
        if (outer == null) {
            INNERMOST.remove();
        } else {
            INNERMOST.set(outer);
        }
        if (wasSent() && !before && Thread.interrupted()) {
            sendAgain();
        }
    }

    private synchronized boolean wasSent() {
        return sent;
    }

    /** The calling thread has an interrupt no longer that may have been for the calls that it still runs, too. */
    static void sendAgain() {
        for (LossInterrupt call = INNERMOST.get(); call != null; call = call.outer) {
            if (call.takesOver()) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private synchronized boolean takesOver() {
        sent |= wanted;
        return wanted;
    }
}
