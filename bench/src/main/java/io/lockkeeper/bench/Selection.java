package io.lockkeeper.bench;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Scenarios;
import io.lockkeeper.bench.server.ServerKind;
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
     * Understands words: a scenario's id, or a contestant's name or its beginning. No scenario named means all that are
     * played on this kind of server, and no contestant named likewise.
     *
     * @throws IllegalArgumentException if a word fits neither, with all that do
     */
    static Selection of(ServerKind kind, List<String> words) {
        Selection all = all(kind);
        List<String> wanted =
                words.stream().map(word -> word.toLowerCase(Locale.ROOT)).toList();
        for (String word : wanted) {
            if (all.scenarios.stream().noneMatch(each -> fits(each, word))
                    && all.contestants.stream().noneMatch(each -> fits(each, word))) {
                throw new IllegalArgumentException(
                        "'" + word + "' is neither a scenario nor a contestant on " + kind + ".\n" + list(kind));
            }
        }
        List<Scenario> scenarios = all.scenarios.stream()
                .filter(each -> wanted.stream().anyMatch(word -> fits(each, word)))
                .toList();
        List<Contestant> contestants = all.contestants.stream()
                .filter(each -> wanted.stream().anyMatch(word -> fits(each, word)))
                .toList();
        return new Selection(
                scenarios.isEmpty() ? all.scenarios : scenarios, contestants.isEmpty() ? all.contestants : contestants);
    }

    /** Returns all that there is on this kind of server. */
    private static Selection all(ServerKind kind) {
        return new Selection(
                Scenarios.all().stream()
                        .filter(each -> each.servers().contains(kind))
                        .toList(),
                Contestants.all().stream().filter(kind::admits).toList());
    }

    /** Returns all valid words. */
    static String list(ServerKind kind) {
        Selection all = all(kind);
        String scenarios = all.scenarios.stream()
                .map(each -> "  %-6s %s%n".formatted(each.id(), each.title()))
                .collect(Collectors.joining());
        String contestants = all.contestants.stream()
                .map(each -> "  %s%n".formatted(each.name()))
                .collect(Collectors.joining());
        return "Scenarios on %s:%n%sContestants (their beginning will do, such as 'raw'):%n%s"
                .formatted(kind, scenarios, contestants);
    }

    private static boolean fits(Scenario scenario, String word) {
        return scenario.id().equals(word);
    }

    private static boolean fits(Contestant contestant, String word) {
        return contestant.name().startsWith(word);
    }
}
