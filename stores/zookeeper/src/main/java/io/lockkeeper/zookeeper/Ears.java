package io.lockkeeper.zookeeper;

import io.lockkeeper.store.GrantPush.Signals;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The clients that listen: usually one. */
final class Ears {

    private final Map<String, Signals> signals = new ConcurrentHashMap<>();

    void add(String client, Signals told) {
        signals.put(client, told);
    }

    boolean listens(String client) {
        return signals.containsKey(client);
    }

    /** Tells a client something, if it listens. */
    void tell(String client, Consumer<Signals> news) {
        Signals told = signals.get(client);
        if (told != null) {
            tell(told, news);
        }
    }

    /** What a client throws concerns nobody else. */
    private static void tell(Signals told, Consumer<Signals> news) {
        try {
            news.accept(told);
        } catch (Throwable thrown) {
            Log.get().error("A client failed when it was told of its locks.", thrown);
        }
    }

    /** Tells all clients that they may have missed something. */
    void missed() {
        signals.values().forEach(told -> tell(told, Signals::missed));
    }
}
