package io.lockkeeper.races;

import io.lockkeeper.races.Event.Asked;
import io.lockkeeper.races.Event.Confirmed;
import io.lockkeeper.races.Event.Lost;
import io.lockkeeper.races.Event.Refused;
import io.lockkeeper.races.Event.Written;
import io.lockkeeper.races.Violation.Promise;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What came out of a race. */
record Result(
        long seed, Duration time, List<History.Entry> history, List<Violation> violations, Fleet fleet, long value) {

    /** Throws with the stories of all violations, but of those promises that this race does not rely upon. */
    Result requireAllBut(Promise... notPromised) {
        Set<Promise> without = EnumSet.noneOf(Promise.class);
        without.addAll(Arrays.asList(notPromised));
        List<Violation> broken = violations.stream()
                .filter(violation -> !without.contains(violation.promise()))
                .toList();
        if (!broken.isEmpty()) {
            throw new AssertionError(summary() + new Story(seed, history).of(broken));
        }
        return this;
    }

    /** How often a promise was broken. */
    long broken(Promise promise) {
        return violations.stream()
                .filter(violation -> violation.promise() == promise)
                .count();
    }

    long refused() {
        return count(Refused.class);
    }

    /** The increments of each berth. */
    Map<String, Long> shares() {
        Map<String, Long> shares = new TreeMap<>();
        for (History.Entry entry : history) {
            if (entry.event() instanceof Written written) {
                shares.merge(Fleet.berthOf(written.who()), 1L, Long::sum);
            }
        }
        return shares;
    }

    String summary() {
        double seconds = Math.max(1e-3, time.toNanos() / 1e9);
        return ("seed %d, %.1f s: counter %,d (%.0f/s), %.0f hand-overs/s between processes, shares %s, "
                        + "%d killed, %d faults, %,d laps, %,d confirmed, %d lost leases, %d refused, violations %s")
                .formatted(
                        seed,
                        seconds,
                        value,
                        value / seconds,
                        handOvers() / seconds,
                        shares(),
                        fleet.killed(),
                        faults(),
                        count(Asked.class),
                        count(Confirmed.class),
                        count(Lost.class),
                        refused(),
                        brokenPromises());
    }

    private Map<Promise, Long> brokenPromises() {
        Map<Promise, Long> broken = new TreeMap<>();
        violations.forEach(violation -> broken.merge(violation.promise(), 1L, Long::sum));
        return broken;
    }

    private long handOvers() {
        long handOvers = 0;
        String last = "";
        for (History.Entry entry : history) {
            if (entry.event() instanceof Written written) {
                String berth = Fleet.berthOf(written.who());
                handOvers += berth.equals(last) ? 0 : 1;
                last = berth;
            }
        }
        return handOvers;
    }

    private long faults() {
        return history.stream()
                .filter(entry -> entry.event() instanceof Event.Fault fault
                        && !fault.what().startsWith("(over"))
                .count();
    }

    private long count(Class<? extends Event> kind) {
        return history.stream().filter(entry -> kind.isInstance(entry.event())).count();
    }
}
