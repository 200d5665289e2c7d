package io.lockkeeper.bench.idempotency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * How much is measured.
 *
 * @param warmUp of each contestant, in a round that goes before and does not count
 * @param rounds in which all contestants take turns
 * @param length of a timed measurement
 * @param counted requests of which statements and commands are counted
 * @param storm requests with one key at the same time
 * @param pause of the handler in the storm
 */
record Course(Duration warmUp, int rounds, Duration length, int counted, int storm, Duration pause) {
    private static final int THREADS = 8;
    private static final int REPEATED = 100;
    private static final int SERVICES = 4;

    /** Plays all scenarios with all contestants. */
    Results run(Servers servers) throws Exception {
        Results results = new Results();
        Keys keys = new Keys();
        List<Contestant> contestants = new ArrayList<>(List.of(Contestant.values()));
        for (int round = 0; round <= rounds; round++) {
            for (Contestant contestant : contestants) {
                Results counts = round == 0 ? new Results() : results;
                try (Service service = contestant.open(servers, new Orders(Duration.ZERO))) {
                    if (round == 0) {
                        Pace.micros(service, 1, warmUp, keys::next, Service.Answer.RAN);
                        count(contestant, service, keys, servers, results);
                    }
                    pace(contestant, service, keys, counts);
                }
                if (round > 0 && contestant != Contestant.BARE) {
                    results.storm(contestant, 1, storm(contestant, 1, keys, servers));
                    results.storm(contestant, SERVICES, storm(contestant, SERVICES, keys, servers));
                }
            }
            Collections.rotate(contestants, 1);
        }
        return results;
    }

    private void pace(Contestant contestant, Service service, Keys keys, Results results) throws Exception {
        results.time(contestant, "first", Pace.micros(service, 1, length, keys::next, Service.Answer.RAN));
        results.time(contestant, "threads", Pace.micros(service, THREADS, length, keys::next, Service.Answer.RAN));
        if (contestant != Contestant.BARE) {
            Supplier<String> repeated = repeated(service, keys);
            Service.Answer answer = service.place(repeated.get());
            results.time(contestant, "repeat", Pace.micros(service, 1, length, repeated, answer));
        }
    }

    private void count(Contestant contestant, Service service, Keys keys, Servers servers, Results results)
            throws Exception {
        results.cost(contestant, "first", Cost.of(servers, service, counted, keys::next));
        if (contestant != Contestant.BARE) {
            results.cost(contestant, "repeat", Cost.of(servers, service, counted, repeated(service, keys)));
        }
    }

    /** Keys whose orders are placed, in turn. For one thread. */
    private static Supplier<String> repeated(Service service, Keys keys) throws Exception {
        List<String> placed = new ArrayList<>();
        for (int key = 0; key < REPEATED; key++) {
            placed.add(keys.next());
            service.place(placed.get(key));
        }
        var turns = IntStream.iterate(0, turn -> (turn + 1) % REPEATED).iterator();
        return () -> placed.get(turns.next());
    }

    private Storm.Result storm(Contestant contestant, int count, Keys keys, Servers servers) throws Exception {
        List<Service> services = new ArrayList<>();
        try {
            for (int service = 0; service < count; service++) {
                services.add(contestant.open(servers, new Orders(pause)));
                services.get(service).place(keys.next());
            }
            return Storm.of(services, storm, keys, servers);
        } finally {
            services.forEach(Service::close);
        }
    }
}
