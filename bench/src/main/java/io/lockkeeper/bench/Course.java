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
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
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
            for (Entrant entrant : entrants) {
                play(entrant, sessions, results, scenario.id() + ": %s warms up", session -> {
                    session.warm();
                    return session;
                });
            }
            int last = scenario.rounds(rounds);
            for (int round = 1; round <= last; round++) {
                String what = "%s: round %d of %d, ".formatted(scenario.id(), round, last) + "%s";
                for (Entrant entrant : entrants) {
                    play(entrant, sessions, results, what, Session::measure)
                            .ifPresent(sample -> results.add(entrant.name(), sample));
                }
            }
        } finally {
            sessions.values().forEach(Session::close);
        }
        return results;
    }

    /** Has an entrant do something, if it is still there; it is left out from then on if it fails. */
    private <T> Optional<T> play(
            Entrant entrant,
            Map<Entrant, Session> sessions,
            Results results,
            String what,
            Function<Session, T> action) {
        Session session = sessions.get(entrant);
        if (session == null) {
            return Optional.empty();
        }
        progress.accept(what.formatted(entrant.name()));
        Optional<T> done = attempt(entrant, results, () -> action.apply(session));
        if (done.isEmpty()) {
            sessions.remove(entrant);
            session.close();
        }
        return done;
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
