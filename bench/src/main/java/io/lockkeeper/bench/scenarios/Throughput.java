package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.server.ServerKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Lock and unlock, over and over, with an empty critical section.
 *
 * @param id the word for the command line
 * @param title the question
 * @param processes how many
 * @param threads how many in each
 * @param ownKeys whether each thread has a key of its own; otherwise all share one
 */
record Throughput(String id, String title, int processes, int threads, boolean ownKeys) implements Scenario {
    static final Column OPS = Column.more("ops/s");
    static final Column JAIN = Column.more("Jain");
    static final Column P50 = Column.less("lock p50 ms");
    static final Column P99 = Column.less("lock p99 ms");
    static final Column CPU = Column.less("server CPU µs/op");

    @Override
    public List<Column> columns(ServerKind kind) {
        Cost cost = cost(kind);
        List<Column> columns = new ArrayList<>(List.of(OPS));
        columns.addAll(cost.calls());
        if (processes > 1) {
            columns.add(JAIN);
        }
        columns.addAll(List.of(P50, P99, CPU));
        columns.addAll(cost.bytes());
        return columns;
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        return contestants.stream()
                .filter(each -> each.joins(id))
                .map(each -> new Entrant(each.name(), () -> new ThroughputSession(this, each, stage)))
                .toList();
    }

    static Cost cost(ServerKind kind) {
        return new Cost(kind, "op");
    }
}
