package io.lockkeeper.sessions;

import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The clients of a store that listen: usually one. Safe for use by many threads. */
public final class Listeners {

    private final Map<String, Signals> byClient = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** Nobody listens yet. */
    public Listeners() {}

    /** Adds a client. */
    public void add(String client, Signals signals) {
        byClient.put(client, signals);
    }

    /** Returns whether a client listens. */
    public boolean listens(String client) {
        return byClient.containsKey(client);
    }

    /** Tells a client something, if it listens. What it throws concerns nobody else, and is logged. */
    public void tell(String client, Consumer<Signals> news) {
        Signals signals = byClient.get(client);
        if (signals != null && !closed) {
            try {
                news.accept(signals);
            } catch (Throwable thrown) {
                System.getLogger("io.lockkeeper.sessions")
                        .log(System.Logger.Level.ERROR, "A client failed when it was told of its locks.", thrown);
            }
        }
    }

    /** Tells all clients that they may have missed something. */
    public void missed() {
        byClient.keySet().forEach(client -> tell(client, Signals::missed));
    }

    /** Tells nobody anything any more. */
    public void close() {
        closed = true;
    }
}
