package io.lockkeeper.file;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The next time at which a chore is done, of which there is one at most. Belongs to the {@link IoThread}. */
final class Alarm {

    private final IoThread.Chore chore;
    private @Nullable Future<?> timer;
    private long due;

    Alarm(IoThread.Chore chore) {
        this.chore = chore;
    }

    /** Has the chore done after a time, unless it is due sooner. */
    void within(long nanos) {
        long asked = System.nanoTime() + nanos;
        if (timer == null || asked - due < 0) {
            cancel();
            due = asked;
            timer = IoThread.after(nanos, () -> {
                timer = null;
                chore.run();
            });
        }
    }

    /** Forgets the time, and with it all that the chore refers to. */
    void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
