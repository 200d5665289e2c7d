package io.lockkeeper.idempotency.engine;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The requests of this process that speak to the store: at most one for each key and fingerprint. Requests of a key with different
 * fingerprints never meet here; the store judges them, since it alone knows which of them came first.
 */
public final class Flights {

    private final ConcurrentMap<Route, Flight> flying = new ConcurrentHashMap<>();

    /** No flights. */
    public Flights() {}

    private record Route(IdempotencyKey key, Fingerprint fingerprint) {}

    /**
     * Boards the flight of a key, or begins it.
     *
     * @param key the key
     * @param fingerprint what is asked for
     * @param most how many may follow
     * @return the seat
     */
    public Seat board(IdempotencyKey key, Fingerprint fingerprint, int most) {
        Route route = new Route(key, fingerprint);
        Flight other = flying.get(route);
        if (other == null) {
            Flight mine = beginning(route);
            other = flying.putIfAbsent(route, mine);
            if (other == null) {
                return new Seat.Lead(mine);
            }
        }
        return other.follow(most);
    }

    private Flight beginning(Route route) {
        Flight[] self = new Flight[1];
        Flight flight = new Flight(() -> flying.remove(route, self[0]));
        self[0] = flight;
        return flight;
    }

    /**
     * Returns how many requests speak to the store, for tests.
     *
     * @return 0 if nothing runs or waits
     */
    public int size() {
        return flying.size();
    }
}
