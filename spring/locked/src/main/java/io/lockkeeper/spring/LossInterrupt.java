package io.lockkeeper.spring;

import io.lockkeeper.LeaseLoss;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread that runs a method if the method's lock is lost. It does not meet what the thread does next, although the
 * lock may stay held for longer; nor does it take away an interrupt that somebody else sent. Safe for use by many threads.
 */
final class LossInterrupt implements Consumer<LeaseLoss> {

    private @Nullable Thread thread = Thread.currentThread();
    private boolean sent;

    @Override
    public synchronized void accept(LeaseLoss loss) {
        if (thread != null) {
            thread.interrupt();
            sent = true;
        }
    }

    /** The method has ended, on its thread. */
    synchronized void end() {
        thread = null;
        if (sent) {
            Thread.interrupted();
        }
    }
}
