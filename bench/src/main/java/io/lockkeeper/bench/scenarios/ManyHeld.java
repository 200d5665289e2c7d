package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Renewing;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.server.ServerKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What it costs one process to keep many locks alive. */
final class ManyHeld implements Scenario {
    static final int COUNT = 5_000;
    static final Duration LEASE = Duration.ofSeconds(9);
    static final Column HEAP = Column.less("heap B/lock");
    static final Column THREADS = Column.less("threads added");
    static final Column LOST = Column.less("locks lost");

    @Override
    public String id() {
        return "s8";
    }

    @Override
    public String title() {
        return "5,000 locks held by one process and renewed, lease 9 s";
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        List<Column> columns = new ArrayList<>(renewing(kind).calls());
        columns.addAll(List.of(HEAP, THREADS));
        columns.addAll(afterShortLocks(kind).calls());
        columns.add(LOST);
        return columns;
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

    static Cost renewing(ServerKind kind) {
        return new Cost(kind, "s");
    }

    static Cost afterShortLocks(ServerKind kind) {
        return new Cost(kind, "s after short locks");
    }
}
