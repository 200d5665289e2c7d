package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.LeaderWatch;
import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Inspection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A watch that asks the store now and then. The next question follows when the answer to the last one has been told, so the listener
 * is called in order and by one thread at a time.
 */
final class LeaderPoll implements LeaderWatch {

    private static final long PAUSE = 500_000_000;

    private final Context context;
    private final Inspection store;
    private final String name;
    private final Consumer<Optional<Holder>> listener;
    private final Consumer<LeaderPoll> forget;
    private final AtomicBoolean due = new AtomicBoolean();
    private volatile boolean closed;
    private volatile @Nullable Call call;
    private volatile boolean begun;
    private volatile Optional<Holder> told = Optional.empty();
    private int failures;

    /**
     * A call of the listener.
     *
     * @param thread by which it is called
     * @param over completes when it has returned
     */
    private record Call(Thread thread, CompletableFuture<Void> over) {}

    /**
     * A watch that does not ask yet.
     *
     * @param forget called when it is closed
     */
    LeaderPoll(
            Context context,
            Inspection store,
            String name,
            Consumer<Optional<Holder>> listener,
            Consumer<LeaderPoll> forget) {
        this.context = context;
        this.store = store;
        this.name = name;
        this.listener = listener;
        this.forget = forget;
    }

    /** Begins to ask, on the timer's thread. */
    void start() {
        due.set(true);
        context.after(0, this::ask);
    }

    private void ask() {
        if (!closed && due.compareAndSet(true, false)) {
            try {
                Calls.to(() -> store.inspect(name), (status, failure) -> {
                    if (status == null) {
                        failed(failure);
                    } else {
                        answered(status.flatMap(LockStatus::holder));
                    }
                });
            } catch (Throwable noMemory) { // Or nobody would ever ask again.
                again(PAUSE);
            }
        }
    }

    private void failed(@Nullable Throwable failure) {
        failures++;
        again(context.backoff().afterFailures(failures));
        if (Integer.bitCount(failures) == 1) { // Less often the longer it goes on.
            Log.get().warn("It is not known who leads '{}'; the store is asked again.", name, failure);
        }
    }

    private void answered(Optional<Holder> leader) {
        failures = 0;
        if (begun && leader.equals(told)) {
            again(PAUSE);
            return;
        }
        try {
            context.callbacks().execute(() -> tell(leader));
        } catch (Throwable refused) { // No memory for a thread, say: it is told after the next answer.
            again(PAUSE);
        }
    }

    private void tell(Optional<Holder> leader) {
        Call now = new Call(Thread.currentThread(), new CompletableFuture<>());
        call = now; // Before it is asked whether it is closed: who closes sees the one, or this sees the other.
        try {
            if (!closed) {
                begun = true;
                told = leader;
                listener.accept(leader);
            }
        } catch (Throwable thrown) { // Errors too: later changes must be told.
            Log.get().warn("The listener of a watch threw an exception, which is ignored.", thrown);
        } finally {
            call = null;
            now.over().complete(null);
            again(PAUSE);
        }
    }

    /** Asks again after a pause, once. If there is no memory for a timer, this thread waits until there is: else it would never ask. */
    private void again(long pause) {
        due.set(true);
        boolean interrupted = false;
        while (!closed) {
            try {
                context.after(context.backoff().spread(pause), this::ask);
                break;
            } catch (Throwable noTimer) {
                interrupted |= Waits.forMemory();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops, without waiting for a call that has begun. */
    void stop() {
        closed = true;
        forget.accept(this);
    }

    @Override
    public void close() {
        stop();
        Call last = call;
        if (last != null
                && last.thread() != Thread.currentThread()
                && !Waits.uninterruptibly(last.over(), Waits.FOR_OTHERS, context::now)) {
            Log.get().warn("The listener of a watch over who leads '{}' does not return; it is not waited for.", name);
        }
    }
}
