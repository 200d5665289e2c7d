package io.lockkeeper.memory;

import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Who listens, and what they have yet to be told.
 *
 * <p>Signals are noted under a shard's lock, so that they stand in the order of what happened, and delivered after
 * it is let go, by one thread at a time. A signal that leads to another call, and that to another signal, makes no
 * deeper stack: the thread that delivers already will deliver that one too.
 */
final class Listeners {

    private final Map<String, Signals> byClient = new ConcurrentHashMap<>();
    private final Queue<Runnable> outbox = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean delivering = new AtomicBoolean();

    void add(String client, Signals signals) {
        byClient.put(client, signals);
    }

    void remove(String client, Signals signals) {
        byClient.remove(client, signals);
    }

    boolean has(String client) {
        return byClient.containsKey(client);
    }

    /** Notes a signal; a client that does not listen misses it. */
    void tell(String client, Consumer<Signals> signal) {
        Signals signals = byClient.get(client);
        if (signals != null) {
            outbox.add(() -> signal.accept(signals));
        }
    }

    /** Delivers what was noted. Called without any lock. */
    void deliver() {
        while (!outbox.isEmpty() && delivering.compareAndSet(false, true)) {
            try {
                for (Runnable signal = outbox.poll(); signal != null; signal = outbox.poll()) {
                    run(signal);
                }
            } finally {
                delivering.set(false);
            }
        }
    }

    private static void run(Runnable signal) {
        try {
            signal.run();
        } catch (RuntimeException broken) {
            // It is the listener's fault, not that of the caller whose thread this is, nor of the listeners after it.
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, broken);
        }
    }
}
