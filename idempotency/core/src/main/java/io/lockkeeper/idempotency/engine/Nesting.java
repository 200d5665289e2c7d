package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.NestedCallException;
import java.util.ArrayDeque;
import java.util.Deque;

/** The keys whose operations the current thread is running, so that no call waits for itself. */
public final class Nesting {

    private static final ThreadLocal<Deque<Running>> RUNNING = new ThreadLocal<>();

    private Nesting() {}

    private record Running(Object owner, IdempotencyKey key) {}

    /**
     * Throws if the current thread is running the operation of a key.
     *
     * @param owner the implementation that runs it
     * @param key the key
     * @throws NestedCallException if it is
     */
    public static void check(Object owner, IdempotencyKey key) {
        Deque<Running> running = RUNNING.get();
        if (running != null && running.contains(new Running(owner, key))) {
            throw new NestedCallException(key);
        }
    }

    /**
     * Notes that the current thread runs the operation of a key, until it calls {@link #exit()}.
     *
     * @param owner the implementation that runs it
     * @param key the key
     */
    public static void enter(Object owner, IdempotencyKey key) {
        Deque<Running> running = RUNNING.get();
        if (running == null) {
            running = new ArrayDeque<>();
            RUNNING.set(running);
        }
        running.push(new Running(owner, key));
    }

    /** Notes that the operation that was entered last has ended. */
    public static void exit() {
        Deque<Running> running = RUNNING.get();
        running.pop();
        if (running.isEmpty()) {
            RUNNING.remove();
        }
    }
}
