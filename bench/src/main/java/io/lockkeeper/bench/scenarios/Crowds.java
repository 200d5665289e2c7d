package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.InProcess;
import io.lockkeeper.bench.contestants.LockkeeperWithoutLocalRuns;
import io.lockkeeper.bench.report.Column;
import java.util.ArrayList;
import java.util.List;

/** Many threads in four processes wait for one key; each takes it once, for a millisecond. */
final class Crowds implements Scenario {
    static final Column RATE = Column.more("hand-overs/s");
    static final Column REQUESTS = Column.less("requests/hand-over");
    static final Column COMMANDS = Column.less("commands/hand-over");
    static final Column WAITING = Column.less("requests/s while all wait");

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
    public List<Column> columns() {
        return List.of(RATE, REQUESTS, COMMANDS, WAITING);
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        List<Entrant> entrants = new ArrayList<>();
        for (Contestant each : contestants) {
            if (each instanceof InProcess) {
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
}
