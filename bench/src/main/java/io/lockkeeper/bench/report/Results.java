package io.lockkeeper.bench.report;

import io.lockkeeper.bench.guard.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The samples of one scenario, by entrant, in the order in which they first played. Not thread-safe. */
public final class Results {
    private final String id;
    private final String title;
    private final List<Column> columns;
    private final Map<String, List<Sample>> samples = new LinkedHashMap<>();
    private final Map<String, String> failures = new LinkedHashMap<>();

    /** Starts without samples. */
    public Results(String id, String title, List<Column> columns) {
        this.id = id;
        this.title = title;
        this.columns = List.copyOf(columns);
    }

    /** Adds a round of this entrant's. */
    public void add(String entrant, Sample sample) {
        samples.computeIfAbsent(entrant, any -> new ArrayList<>()).add(sample);
    }

    /** Notes that an entrant could not finish, and why. */
    public void fail(String entrant, String reason) {
        samples.computeIfAbsent(entrant, any -> new ArrayList<>());
        failures.putIfAbsent(entrant, reason.lines().findFirst().orElse("unknown"));
    }

    /** Returns the scenario's id. */
    public String id() {
        return id;
    }

    /** Returns the scenario's question. */
    public String title() {
        return title;
    }

    /** Returns the figures. */
    public List<Column> columns() {
        return columns;
    }

    /** Returns the names of all who played. */
    public List<String> entrants() {
        return List.copyOf(samples.keySet());
    }

    /** Returns an entrant's figure over all rounds, if it was measured. */
    public Optional<Spread> spread(String entrant, Column column) {
        List<Double> values = samples.getOrDefault(entrant, List.of()).stream()
                .map(sample -> sample.values().get(column))
                .filter(value -> value != null)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /** Returns what the guard said of an entrant in the end, or why it could not finish; a dash where no guard stood. */
    public String verdict(String entrant) {
        if (failures.containsKey(entrant)) {
            return "FAILED: " + failures.get(entrant);
        }
        return lastVerdict(entrant).map(Verdict::toString).orElse("–");
    }

    /** Returns whether all finished and no guard found anything. */
    public boolean isClean() {
        return failures.isEmpty()
                && entrants().stream()
                        .allMatch(
                                each -> lastVerdict(each).map(Verdict::isClean).orElse(true));
    }

    /** Returns what was noted last of an entrant. */
    public Optional<String> note(String entrant) {
        return last(entrant).flatMap(Sample::note);
    }

    /** Returns how many rounds were played. */
    public int rounds() {
        return samples.values().stream().mapToInt(List::size).max().orElse(0);
    }

    private Optional<Verdict> lastVerdict(String entrant) {
        return last(entrant).flatMap(Sample::verdict);
    }

    private Optional<Sample> last(String entrant) {
        List<Sample> all = samples.getOrDefault(entrant, List.of());
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }
}
