package io.lockkeeper.bench;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Scenarios;
import io.lockkeeper.bench.scenarios.Stage;
import io.lockkeeper.bench.server.Server;
import io.lockkeeper.bench.server.ServerKind;
import java.time.Duration;
import java.util.List;

/** One round of one scenario on a real server, as short as it can be. */
final class ShortCourse {
    private ShortCourse() {}

    static Results play(ServerKind kind, String id, List<Contestant> contestants) {
        Scenario scenario = Scenarios.all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        try (Server server = kind.start()) {
            Stage stage = new Stage(server, Duration.ofMillis(200));
            return new Course(contestants, stage, 1, line -> {}).play(scenario);
        }
    }

    static double median(Results results, String entrant, String column) {
        return results.columns().stream()
                .filter(each -> each.name().equals(column))
                .findFirst()
                .flatMap(found -> results.spread(entrant, found))
                .orElseThrow()
                .median();
    }
}
