package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.server.ServerKind;
import java.util.List;
import java.util.Set;

/** What a client costs that holds nothing and waits for nothing, after it has held something. */
final class Idle implements Scenario {
    static final Column THREADS = Column.less("threads added");
    static final Column CONNECTIONS = Column.less("connections");
    static final Column COMMANDS = Column.less("commands/min");

    @Override
    public String id() {
        return "idle";
    }

    @Override
    public String title() {
        return "A client that holds nothing and waits for nothing";
    }

    @Override
    public Set<ServerKind> servers() {
        return Set.of(ServerKind.REDIS);
    }

    @Override
    public List<Column> columns(ServerKind kind) {
        return List.of(THREADS, CONNECTIONS, COMMANDS);
    }

    /** Once: what comes by the clock, comes in each round alike. */
    @Override
    public int rounds(int asked) {
        return 1;
    }

    @Override
    public List<Entrant> entrants(List<Contestant> contestants, Stage stage) {
        return contestants.stream()
                .filter(each -> each.joins(id()))
                .map(each -> new Entrant(each.name(), () -> new IdleSession(each)))
                .toList();
    }
}
