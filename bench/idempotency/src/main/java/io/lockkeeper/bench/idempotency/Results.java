package io.lockkeeper.bench.idempotency;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was measured, by contestant and scenario. Not thread-safe. */
final class Results {
    private final Map<Contestant, Map<String, List<Double>>> times = new EnumMap<>(Contestant.class);
    private final Map<Contestant, Map<String, Cost>> costs = new EnumMap<>(Contestant.class);
    private final Map<Contestant, Map<Integer, List<Storm.Result>>> storms = new EnumMap<>(Contestant.class);

    void time(Contestant contestant, String scenario, double micros) {
        times.computeIfAbsent(contestant, unused -> new HashMap<>())
                .computeIfAbsent(scenario, unused -> new ArrayList<>())
                .add(micros);
    }

    void cost(Contestant contestant, String scenario, Cost cost) {
        costs.computeIfAbsent(contestant, unused -> new HashMap<>()).put(scenario, cost);
    }

    void storm(Contestant contestant, int services, Storm.Result result) {
        storms.computeIfAbsent(contestant, unused -> new HashMap<>())
                .computeIfAbsent(services, unused -> new ArrayList<>())
                .add(result);
    }

    /** Microseconds a request, a round each. */
    List<Double> times(Contestant contestant, String scenario) {
        return times.getOrDefault(contestant, Map.of()).getOrDefault(scenario, List.of());
    }

    Map<String, Cost> costs(Contestant contestant) {
        return costs.getOrDefault(contestant, Map.of());
    }

    Map<Integer, List<Storm.Result>> storms(Contestant contestant) {
        return storms.getOrDefault(contestant, Map.of());
    }
}
