package io.lockkeeper.bench.scenarios;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Redis;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.bench.workers.Moments;
import io.lockkeeper.bench.workers.WorkerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a client costs that holds nothing and waits for nothing, after it has held something. */
final class Idle extends Scenario {
    private static final Column THREADS = Column.less("threads added");
    private static final Column CONNECTIONS = Column.less("connections");
    private static final Column COMMANDS = Column.less("commands/min");

    /** Half a minute is the longest interval at which any of them sends a sign of life. Here those count. */
    private static final Duration WINDOW = Duration.ofSeconds(32);

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int HEAP_MEGABYTES = 256;

    Idle() {
        super("idle", "A client that holds nothing and waits for nothing");
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
    Session open(Contestant contestant, Stage stage) {
        return new Round(contestant);
    }

    /** Beside a server of its own, so that all can be idle at the same time. */
    private static final class Round implements Session {
        private final Redis server = Redis.start();
        private final WorkerProcess worker;
        private final Message before;
        private final long start;

        Round(Contestant contestant) {
            worker = WorkerProcess.start(contestant, server.url(), HEAP_MEGABYTES);
            before = worker.ask(Message.of("footprint"), PATIENCE);
            worker.ask(Message.of("open").with("leaseMillis", 0), PATIENCE);
            worker.ask(Message.of("churn").with("prefix", "short:").with("count", 1), PATIENCE);
            server.resetCounters();
            start = System.nanoTime();
        }

        @Override
        public Sample measure() {
            Moments.awaitTime(start + WINDOW.toNanos());
            long elapsed = System.nanoTime() - start;
            long commands =
                    server.calls().values().stream().mapToLong(Long::longValue).sum();
            Message after = worker.ask(Message.of("footprint"), PATIENCE);
            List<String> added = new ArrayList<>(after.words("names"));
            before.words("names").forEach(added::remove);
            Map<String, Long> pools = added.stream()
                    .collect(groupingBy(name -> name.replaceFirst("[0-9]+$", "N"), TreeMap::new, counting()));
            return Sample.empty()
                    .with(THREADS, added.size())
                    .with(CONNECTIONS, server.number("connected_clients") - 1) // One is the harness's.
                    .with(COMMANDS, commands * 60e9 / elapsed)
                    .withNote("threads "
                            + pools.entrySet().stream()
                                    .map(pool -> pool.getKey() + " (" + pool.getValue() + ")")
                                    .collect(joining(", ")));
        }

        @Override
        public void close() {
            worker.close();
            server.close();
        }
    }
}
