package io.lockkeeper.bench;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.scenarios.Entrant;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Session;
import io.lockkeeper.bench.scenarios.Stage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

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
        Results results = new Results(
                scenario.id(), scenario.title(), scenario.columns(stage.server().kind()));
        List<Entrant> entrants = scenario.entrants(contestants, stage);
        Map<Entrant, Session> sessions = new HashMap<>();
        try {
            for (Entrant entrant : entrants) {
                progress.accept("%s: %s starts".formatted(scenario.id(), entrant.name()));
                attempt(entrant, results, entrant.opening()).ifPresent(session -> sessions.put(entrant, session));
            }
            int last = scenario.rounds(rounds);
            for (int round = 1; round <= last; round++) {
                for (Entrant entrant : entrants) {
                    Session session = sessions.get(entrant);
                    if (session != null) {
                        progress.accept("%s: round %d of %d, %s".formatted(scenario.id(), round, last, entrant.name()));
                        Optional<Sample> sample = attempt(entrant, results, session::measure);
                        sample.ifPresentOrElse(found -> results.add(entrant.name(), found), () -> {
                            sessions.remove(entrant);
                            session.close();
                        });
                    }
                }
            }
        } finally {
            sessions.values().forEach(Session::close);
        }
        return results;
    }

    private static <T> Optional<T> attempt(Entrant entrant, Results results, Supplier<T> what) {
        try {
            return Optional.of(what.get());
        } catch (RuntimeException | AssertionError e) { // What waits in vain throws an error.
            e.printStackTrace(); // The table has room for a sentence; what led to it is for who reads along.
            results.fail(entrant.name(), String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }
}
