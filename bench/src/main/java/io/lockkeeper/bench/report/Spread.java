package io.lockkeeper.bench.report;

import java.util.List;

/**
 * A figure over several rounds.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param least of all rounds
 * @param most of all rounds
 */
public record Spread(double median, double least, double most) {

    /** Summarizes one or more values. */
    public static Spread of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median = sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(median, sorted.get(0), sorted.get(sorted.size() - 1));
    }

    @Override
    public String toString() {
        String middle = Figures.format(median);
        String low = Figures.format(least);
        String high = Figures.format(most);
        return low.equals(high) ? middle : "%s (%s–%s)".formatted(middle, low, high);
    }
}
