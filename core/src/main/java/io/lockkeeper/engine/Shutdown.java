package io.lockkeeper.engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The end of a client: nothing more is acquired; leaders return, and holders if they are waited for; what is still held is lost
 * and given back; the store is closed. Once only.
 */
final class Shutdown {

    /** For leaders, for the locks that go back, and for the store's own close. */
    private static final Duration LONGEST = Waits.FOR_OTHERS.multipliedBy(3);

    private final Context context;
    private final Map<String, LocalLock> locals;
    private final Renewer renewer;
    private final Elections elections;
    private final Runnable stop;
    private final AtomicReference<@Nullable Thread> closer = new AtomicReference<>();
    private volatile boolean anyLeft;
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final CompletableFuture<Void> hurried = new CompletableFuture<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();

    /**
     * A client that is open.
     *
     * @param stop ends what was started for this client, after it has closed its store
     */
    Shutdown(Context context, Map<String, LocalLock> locals, Renewer renewer, Elections elections, Runnable stop) {
        this.context = context;
        this.locals = locals;
        this.renewer = renewer;
        this.elections = elections;
        this.stop = stop;
    }

    /** Whether it has begun: nothing is acquired any more. */
    boolean hasBegun() {
        return closer.get() != null;
    }

    /** A lock is only left to expire, which is not waited for. */
    void left() {
        anyLeft = true;
        retired();
    }

    /** A name was forgotten: nobody holds it or waits for it. */
    void retired() {
        if (hasBegun() && (locals.isEmpty() || (anyLeft && areAllLeft()))) {
            drained.complete(null);
        }
    }

    /** Looks at many, so not at each one of many that end. */
    private boolean areAllLeft() {
        return locals.values().stream().allMatch(lock -> lock.holdings().areLeft());
    }

    /**
     * Closes the client; of holders only leaders are waited for. Has another thread that waits for holders wait no longer, and
     * returns when that has closed the client: a shutdown hook that returned before would end the program before.
     */
    void now() {
        hurried.complete(null);
        if (begin()) {
            finish(this::awaitLeaders, Waits.FOR_OTHERS);
        } else if (!isWaitedFor()) {
            boolean unused = Waits.uninterruptibly(over, LONGEST, context::now);
        }
    }

    /** Closes the client when its holders have finished, or this time is over; also beside another thread that closes it. */
    void whenFinished(Duration atMost) {
        if (atMost.isNegative()) {
            throw new IllegalArgumentException("The time to finish must be zero or longer, not " + atMost);
        }
        if (begin()) {
            finish(this::awaitHolders, atMost);
        } else if (!isWaitedFor() && !isHolder() && !Waits.uninterruptibly(over, atMost, context::now)) {
            now();
        }
    }

    private boolean begin() {
        return closer.compareAndSet(null, Thread.currentThread());
    }

    /** Whether whoever closes the client waits for this thread, or may: that must not wait for the close in turn. */
    private boolean isWaitedFor() {
        return closer.get() == Thread.currentThread() || elections.isLeader() || Callbacks.isOwn();
    }

    /** Whether this thread holds a lock: so it is waited for by who gives holders time. */
    private boolean isHolder() {
        return locals.values().stream()
                .map(lock -> lock.holdings().current())
                .anyMatch(held -> held != null && held.thread() == Thread.currentThread());
    }

    /** How the client lets those finish whom it waits for. */
    private interface Farewell {
        void await(Elections.Leaders leaders, Duration atMost);
    }

    private void finish(Farewell farewell, Duration atMost) {
        boolean interrupted = Thread.interrupted(); // What is held is given back all the same.
        try {
            farewell.await(elections.close(), atMost);
            each(LocalLock::close);
            boolean unused = Waits.uninterruptibly(
                    drained, Waits.FOR_OTHERS, context::now); // What the store does not hear ends with its lease.
        } finally {
            renewer.stop();
            try {
                interrupted |= Thread.interrupted();
                context.store().close();
            } finally {
                over.complete(null); // Before callbacks are waited for: one of them may wait for this.
                stop.run();
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void awaitLeaders(Elections.Leaders leaders, Duration atMost) {
        each(lock -> {
            if (leaders.names().contains(lock.name())) {
                lock.endWaits();
            } else {
                lock.close();
            }
        });
        boolean unused = await(leaders.returned(), atMost);
    }

    private void awaitHolders(Elections.Leaders leaders, Duration atMost) {
        each(LocalLock::endWaits);
        CompletableFuture<Void> finished = CompletableFuture.allOf(leaders.returned(), drained);
        if (await(CompletableFuture.anyOf(hurried, finished), atMost) && !finished.isDone()) {
            awaitLeaders(leaders, Waits.FOR_OTHERS); // Perhaps they were interrupted only just now.
        }
    }

    private boolean await(CompletableFuture<?> finished, Duration atMost) {
        boolean inTime = Waits.uninterruptibly(finished, atMost, context::now);
        if (!inTime) {
            Log.get().warn("A client is closed though not all of its holders have finished within {}.", atMost);
        }
        return inTime;
    }

    private void each(Consumer<LocalLock> step) {
        for (LocalLock lock : locals.values()) {
            try {
                step.accept(lock);
            } catch (Throwable mistake) { // The other locks must be given back in any case.
                Log.get().error("The lock '{}' could not be closed; please report this.", lock.name(), mistake);
            }
        }
        retired();
    }
}
