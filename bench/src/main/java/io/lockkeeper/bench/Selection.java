package io.lockkeeper.bench;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Scenarios;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What shall be measured.
 *
 * @param scenarios in the order of play
 * @param contestants in the order of the tables
 */
record Selection(List<Scenario> scenarios, List<Contestant> contestants) {

    /**
     * Understands words: a scenario's id, or a contestant's name or its beginning. No scenario named means all of them,
     * and no contestant named likewise.
     *
     * @throws IllegalArgumentException if a word fits neither, with all that do
     */
    static Selection of(List<String> words) {
        List<String> wanted =
                words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
        for (String word : wanted) {
            if (Scenarios.all().stream().noneMatch(each -> fits(each, word))
                    && Contestants.all().stream().noneMatch(each -> fits(each, word))) {
                throw new IllegalArgumentException("'" + word + "' is neither a scenario nor a contestant.\n" + list());
            }
        }
        List<Scenario> scenarios = Scenarios.all().stream()
                .filter(each -> wanted.stream().anyMatch(word -> fits(each, word)))
                .toList();
        List<Contestant> contestants = Contestants.all().stream()
                .filter(each -> wanted.stream().anyMatch(word -> fits(each, word)))
                .toList();
        return new Selection(
                scenarios.isEmpty() ? Scenarios.all() : scenarios,
                contestants.isEmpty() ? Contestants.all() : contestants);
    }

    /** Returns all valid words. */
    static String list() {
        String scenarios = Scenarios.all().stream()
                .map(each -> "  %-6s %s%n".formatted(each.id(), each.title()))
                .collect(Collectors.joining());
        String contestants = Contestants.all().stream()
                .map(each -> "  %s%n".formatted(each.name()))
                .collect(Collectors.joining());
        return "Scenarios:%n%sContestants (their beginning will do, such as 'redisson'):%n%s"
                .formatted(scenarios, contestants);
    }

    private static boolean fits(Scenario scenario, String word) {
        return scenario.id().equals(word);
    }

    private static boolean fits(Contestant contestant, String word) {
        return contestant.name().startsWith(word);
    }
}
