package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.LockkeeperWithoutLocalRuns;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.server.ServerKind;
import java.util.ArrayList;
import java.util.List;

/** Many threads in four processes wait for one key; each takes it once, for a millisecond. */
final class Crowds implements Scenario {
    static final Column RATE = Column.more("hand-overs/s");

    private static final int CROWD = 200;
    private static final List<Integer> OTHER_CROWDS = List.of(20, 1_000);

    @Override
    public String id() {
        return "s7";
    }

    @Override
    public String title() {
        return CROWD + " threads in 4 processes wait for one key, each takes it once for 1 ms";
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>(List.of(RATE));
        columns.addAll(handOver(kind).calls());
        columns.addAll(handOver(kind).bytes());
        columns.add(waiting(kind).calls().get(0));
        return columns;
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        List<Entrant> entrants = new ArrayList<>();
        for (Contestant each : contestants) {
            if (!each.joins(id())) {
                continue;
            }
            entrants.add(new Entrant(each.name(), () -> new CrowdSession(each, CROWD, stage)));
            if (each instanceof LockkeeperWithoutLocalRuns) {
                for (int size : OTHER_CROWDS) {
                    String name = "%s, %,d threads".formatted(each.name(), size);
                    entrants.add(new Entrant(name, () -> new CrowdSession(each, size, stage)));
                }
            }
        }
        return entrants;
    }

    static Cost handOver(ServerKind kind) {
        return new Cost(kind, "hand-over");
    }

    static Cost waiting(ServerKind kind) {
        return new Cost(kind, "s while all wait");
    }
}
