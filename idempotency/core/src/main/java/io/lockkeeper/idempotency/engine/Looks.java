package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.store.ChangePush;
import io.lockkeeper.time.Timer;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When a request looks again at a key that another process owns: after pauses that grow, and when the store pushes. */
final class Looks {

    private static final Logger LOG = LoggerFactory.getLogger("io.lockkeeper.idempotency");

    private static final long FIRST = 5_000_000;
    private static final long LONGEST = 500_000_000;
    private static final long LONGEST_PUSHED = 2_000_000_000;

    private final Timer timer;
    private final Runnable look;

    private final AtomicReference<@Nullable Next> next = new AtomicReference<>();
    private final AtomicReference<ChangePush.@Nullable Watch> watch = new AtomicReference<>();

    /** Whether a push came since the last look began that has not led to another. */
    private final AtomicBoolean pushed = new AtomicBoolean();

    private volatile boolean watching;
    private volatile boolean closed;
    private volatile long pause = FIRST;

    Looks(Timer timer, Runnable look) {
        this.timer = timer;
        this.look = look;
    }

    /** A planned look, each only itself. */
    private static final class Next {
        volatile Timer.Scheduled scheduled = () -> {};
    }

    /** A look begins: what is pushed from now on may have come after it. */
    void began() {
        pushed.set(false);
    }

    /** Begins to watch the key, unless this was done before; returns whether it begins. */
    boolean beginWatch(ChangePush push, IdempotencyKey key) {
        if (watching) {
            return false;
        }
        watching = true;
        try {
            ChangePush.Watch begun = push.watch(key, this::push);
            watch.set(begun);
            if (closed) {
                endWatch();
            }
            return true;
        } catch (RuntimeException e) {
            LOG.warn("The store cannot watch {}; it is looked at from time to time", key, e);
            return false;
        }
    }

    private void push() {
        pushed.set(true);
        Next planned = next.get();
        if (planned != null && pushed.getAndSet(false)) {
            take(planned);
        }
    }

    /** Returns a random time to the next look; it doubles from one to the next. */
    long pause() {
        long longest = pause;
        pause = Math.min(2 * longest, watch.get() != null ? LONGEST_PUSHED : LONGEST);
        return ThreadLocalRandom.current().nextLong(longest / 2, longest + 1);
    }

    /** Plans the next look. */
    void in(long delay) {
        Next planned = new Next();
        next.set(planned);
        planned.scheduled = timer.schedule(delay, () -> take(planned));
        if (pushed.getAndSet(false)) {
            take(planned);
        } else if (closed) {
            cancel();
        }
    }

    private void take(Next planned) {
        if (next.compareAndSet(planned, null)) {
            planned.scheduled.cancel();
            look.run();
        }
    }

    private void cancel() {
        Next planned = next.getAndSet(null);
        if (planned != null) {
            planned.scheduled.cancel();
        }
    }

    private void endWatch() {
        ChangePush.Watch ended = watch.getAndSet(null);
        if (ended != null) {
            ended.close();
        }
    }

    /** Looks no more. */
    void close() {
        closed = true;
        cancel();
        endWatch();
    }
}
