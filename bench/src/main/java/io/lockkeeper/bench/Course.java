package io.lockkeeper.bench;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.scenarios.Entrant;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Session;
import io.lockkeeper.bench.scenarios.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Plays scenarios in rounds, every entrant once a round: A B C, A B C, A B C. What disturbs the machine, disturbs all. */
final class Course {
    private final List<Contestant> contestants;
    private final Stage stage;
    private final int rounds;
    private final Consumer<String> progress;

    Course(List<Contestant> contestants, Stage stage, int rounds, Consumer<String> progress) {
        this.contestants = contestants;
        this.stage = stage;
        this.rounds = rounds;
        this.progress = progress;
    }

    /** Plays all rounds of a scenario. Who fails is left out of the rounds that follow. */
    Results play(Scenario scenario) {
        Results results = new Results(scenario.id(), scenario.title(), scenario.columns());
        List<Entrant> entrants = scenario.entrants(contestants, stage);
        Map<Entrant, Session> sessions = new HashMap<>();
        try {
            for (int round = 1; round <= rounds; round++) {
                for (Entrant entrant : entrants) {
                    if (!results.hasFailed(entrant.name())) {
                        progress.accept("%s round %d/%d %s".formatted(scenario.id(), round, rounds, entrant.name()));
                        measure(entrant, sessions, results);
                    }
                }
            }
        } finally {
            sessions.values().forEach(Session::close);
        }
        return results;
    }

    private static void measure(Entrant entrant, Map<Entrant, Session> sessions, Results results) {
        try {
            Session session =
                    sessions.computeIfAbsent(entrant, each -> each.opening().get());
            results.add(entrant.name(), session.measure());
        } catch (RuntimeException | AssertionError e) { // What a wait in vain throws is an error.
            e.printStackTrace();
            results.fail(entrant.name(), String.valueOf(e.getMessage()));
            Session failed = sessions.remove(entrant);
            if (failed != null) {
                failed.close();
            }
        }
    }
}
