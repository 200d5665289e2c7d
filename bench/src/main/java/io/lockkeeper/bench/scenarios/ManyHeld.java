package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Renewing;
import io.lockkeeper.bench.report.Column;
import java.time.Duration;
import java.util.List;

/** What it costs one process to keep many locks alive. */
final class ManyHeld implements Scenario {
    static final int COUNT = 5_000;
    static final Duration LEASE = Duration.ofSeconds(9);
    static final Column REQUESTS = Column.less("requests/s");
    static final Column COMMANDS = Column.less("commands/s");
    static final Column HEAP = Column.less("heap B/lock");
    static final Column THREADS = Column.less("threads added");
    static final Column LOST = Column.less("locks lost");
    static final Column REQUESTS_AFTER = Column.less("requests/s after short locks");
    static final Column COMMANDS_AFTER = Column.less("commands/s after short locks");

    @Override
    public String id() {
        return "s8";
    }

    @Override
    public String title() {
        return "5,000 locks held by one process and renewed, lease 9 s";
    }

    @Override
    public List<Column> columns() {
        return List.of(REQUESTS, COMMANDS, HEAP, THREADS, REQUESTS_AFTER, COMMANDS_AFTER, LOST);
    }

    /** A third: it counts much and times nothing, and takes long. */
    @Override
    public int rounds(int asked) {
        return Math.max(1, asked / 3);
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        return contestants.stream()
                .filter(Renewing.class::isInstance)
                .map(each -> new Entrant(each.name(), () -> new ManyHeldSession(each, stage)))
                .toList();
    }
}
