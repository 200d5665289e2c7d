package io.lockkeeper.etcd;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The clients that listen. */
final class Listeners {

    private final Map<String, Signals> byClient = new ConcurrentHashMap<>();
    private volatile boolean closed;

    void add(String client, Signals signals) {
        byClient.put(client, signals);
    }

    /** Whether anyone would hear what is told of a place. */
    boolean hear(Place place) {
        return byClient.containsKey(place.claim().client());
    }

    /** Tells a place's client something, if it listens. */
    void tell(Place place, Consumer<Signals> news) {
        Signals signals = byClient.get(place.claim().client());
        if (signals != null && !closed) {
            news.accept(signals);
        }
    }

    /** Tells that places are lost with their session: to each that held, and once to each client that waited. */
    void lost(List<Place> places, LeaseLoss.Reason reason) {
        Set<String> waited = new HashSet<>();
        for (Place place : places) {
            boolean held = place.isHeld();
            place.leave();
            if (held) {
                tell(place, signals -> signals.lost(place.lock(), place.claim(), reason));
            } else if (waited.add(place.claim().client())) {
                tell(place, Signals::missed);
            }
        }
    }

    void close() {
        closed = true;
    }
}
