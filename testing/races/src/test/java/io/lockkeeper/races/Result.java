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

/**
 * What came out of a race.
 *
 * @param seed what decided its faults
 * @param span the part of it in which all workers raced
 * @param history everything that happened
 * @param violations every promise that was broken
 * @param killed how many workers were killed
 * @param value what the counter said in the end
 */
record Result(long seed, Span span, List<History.Entry> history, List<Violation> violations, int killed, long value) {

    /** A part of a history, and how long it took. */
    record Span(int from, int to, Duration time) {}

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

    /** The increments of each berth, while all of them raced. */
    Map<String, Long> shares() {
        Map<String, Long> shares = new TreeMap<>();
        writers().forEach(berth -> shares.merge(berth, 1L, Long::sum));
        return shares;
    }

    String summary() {
        double seconds = Math.max(1e-3, span.time().toNanos() / 1e9);
        return ("seed %d: counter %,d; %.1f s with %.0f increments/s and %.0f hand-overs/s between processes, shares %s; "
                        + "%d faults, %d killed, %,d laps, %,d confirmed, %d lost leases, %d refused; violations %s")
                .formatted(
                        seed,
                        value,
                        seconds,
                        writers().size() / seconds,
                        handOvers() / seconds,
                        shares(),
                        faults(),
                        killed,
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

    private List<String> writers() {
        return history.subList(span.from(), span.to()).stream()
                .filter(entry -> entry.event() instanceof Written)
                .map(entry -> Fleet.berthOf(entry.event().who()))
                .toList();
    }

    private long handOvers() {
        long handOvers = 0;
        String last = "";
        for (String berth : writers()) {
            handOvers += berth.equals(last) ? 0 : 1;
            last = berth;
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
