package io.lockkeeper.bench.report;

import io.lockkeeper.bench.guard.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one contestant reached in one round.
 *
 * @param values by column; one that was not measured is missing
 * @param verdict the guard's, where there is one
 * @param note what a number cannot say
 */
public record Sample(Map<Column, Double> values, Optional<Verdict> verdict, Optional<String> note) {

    /** Keeps a copy. */
    public Sample {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** Returns a sample without values. */
    public static Sample empty() {
        return new Sample(Map.of(), Optional.empty(), Optional.empty());
    }

    /** Returns a copy with one more value. */
    public Sample with(Column column, double value) {
        Map<Column, Double> more = new LinkedHashMap<>(values);
        more.put(column, value);
        return new Sample(more, verdict, note);
    }

    /** Returns a copy with this verdict. */
    public Sample with(Verdict found) {
        return new Sample(values, Optional.of(found), note);
    }

    /** Returns a copy with this note. */
    public Sample withNote(String text) {
        return new Sample(values, verdict, Optional.of(text));
    }
}
