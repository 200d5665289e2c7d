package io.lockkeeper.bench.idempotency;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Results as Markdown. */
final class Tables {
    private final Results results;
    private final StringBuilder text = new StringBuilder();

    private Tables(Results results) {
        this.results = results;
    }

    /** Returns the tables: medians of the rounds, ratios to the bare handler in the same round. */
    static String of(Results results) {
        Tables tables = new Tables(results);
        tables.times();
        tables.costs();
        tables.storms();
        return tables.text.toString();
    }

    private void times() {
        line("| µs a request | first | × bare | repeat | 8 threads, first | × bare |");
        line("| --- | ---: | ---: | ---: | ---: | ---: |");
        for (Contestant contestant : Contestant.values()) {
            line(
                    "| %s | %s | %s | %s | %s | %s |",
                    contestant.title(),
                    number(median(results.times(contestant, "first")), 0),
                    number(ratio(contestant, "first"), 2),
                    number(median(results.times(contestant, "repeat")), 0),
                    number(median(results.times(contestant, "threads")), 0),
                    number(ratio(contestant, "threads"), 2));
        }
        line("");
    }

    private double ratio(Contestant contestant, String scenario) {
        List<Double> own = results.times(contestant, scenario);
        List<Double> bare = results.times(Contestant.BARE, scenario);
        return median(IntStream.range(0, own.size())
                .mapToObj(round -> own.get(round) / bare.get(round))
                .toList());
    }

    private void costs() {
        line("| a request | | statements | transactions | Redis commands | round trips | more than bare |");
        line("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
        Cost bare = results.costs(Contestant.BARE).get("first");
        for (Contestant contestant : Contestant.values()) {
            for (String scenario : List.of("first", "repeat")) {
                Cost cost = results.costs(contestant).get(scenario);
                if (cost != null && bare != null) {
                    line(
                            "| %s | %s | %s | %s | %s | %s | %s |",
                            contestant.title(),
                            scenario,
                            number(cost.inside(), 2),
                            number(cost.transactions(), 2),
                            number(cost.commands(), 2),
                            number(cost.trips(), 2),
                            scenario.equals("first") ? number(cost.trips() - bare.trips(), 2) : "");
                }
            }
        }
        line("");
    }

    private void storms() {
        line("| a storm of one key | services | one, ms | all, ms | × one | runs | replayed | skipped | failed |");
        line("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
        for (Contestant contestant : Contestant.values()) {
            results.storms(contestant)
                    .forEach((services, all) -> line(
                            "| %s | %d | %s | %s | %s | %s | %s | %s | %s |",
                            contestant.title(),
                            services,
                            number(median(all, Storm.Result::oneMillis), 0),
                            number(median(all, Storm.Result::millis), 0),
                            number(median(all, Storm.Result::ratio), 2),
                            number(
                                    all.stream()
                                            .mapToInt(Storm.Result::orders)
                                            .max()
                                            .orElse(0),
                                    0),
                            number(median(all, each -> each.count(Service.Answer.REPLAYED)), 0),
                            number(median(all, each -> each.count(Service.Answer.SKIPPED)), 0),
                            number(median(all, Storm.Result::failed), 0)));
        }
    }

    private void line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }

    private static String number(double value, int digits) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> value) {
        return median(all.stream().map(value::applyAsDouble).toList());
    }

    /** Not a number for none. */
    static double median(List<Double> values) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        List<Double> sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
