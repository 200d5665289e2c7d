package io.lockkeeper.engine;

import io.lockkeeper.Holder;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockListener;
import io.lockkeeper.StoreUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Tells the listeners of a client, and the flight recorder, what happened: in order, one at a time. */
final class Observers {

    /** How many events wait for a slow listener at most. */
    static final int MOST_WAITING = 65_536;

    private final List<LockListener> listeners;
    private final Executor executor;
    private final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong dropped = new AtomicLong();

    Observers(List<LockListener> listeners, Executor executor) {
        this.listeners = listeners;
        this.executor = executor;
    }

    /** Whether anybody would hear of an event. Asked before one is made that happens at each lock. */
    boolean wanted() {
        return !listeners.isEmpty() || FlightEvents.wanted();
    }

    /** Tells of an event whoever wants to hear of it. May be called under a guard. */
    void tell(LockEvent event) {
        if (FlightEvents.wanted()) {
            FlightEvents.record(event);
        }
        if (listeners.isEmpty()) {
            return;
        }
        if (waiting.get() >= MOST_WAITING) {
            if (dropped.getAndIncrement() == 0) {
                Log.get().warn("A lock listener is too slow: events are dropped while {} wait.", MOST_WAITING);
            }
            return;
        }
        events.add(event);
        if (waiting.getAndIncrement() == 0) {
            try {
                executor.execute(this::deliver);
            } catch (Throwable refused) { // No memory for a thread, say: what the event tells of must go on.
                events.clear();
                waiting.set(0);
                Log.get().error("Lock events were dropped: they could not be delivered.", refused);
            }
        }
    }

    /** Tells that somebody waits for a lock, and for whom. */
    void waits(String name, @Nullable Holder holder) {
        tell(new LockEvent.Waited(name, Optional.ofNullable(holder)));
    }

    /** Tells that the store did not answer. */
    void unanswered(String name, StoreUnavailableException failure) {
        if (wanted()) {
            tell(new LockEvent.Unanswered(name, failure));
        }
    }

    private void deliver() {
        do {
            LockEvent event = events.poll();
            for (LockListener listener : event == null ? List.<LockListener>of() : listeners) {
                try {
                    listener.onEvent(event);
                } catch (Throwable thrown) {
                    // Errors too: an assertion in a listener must not silence all later events.
                    Log.get()
                            .warn("A lock listener threw an exception for the event {}; it is ignored.", event, thrown);
                }
            }
        } while (waiting.decrementAndGet() > 0);
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
            Log.get().warn("{} lock events were dropped, since a listener was too slow.", lost);
        }
    }
}
