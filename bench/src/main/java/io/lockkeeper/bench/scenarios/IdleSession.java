package io.lockkeeper.bench.scenarios;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Redis;
import io.lockkeeper.bench.workers.Message;
import io.lockkeeper.bench.workers.WorkerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One contestant's round of {@link Idle}, beside a server of its own, so that all can be idle at the same time.
 *
 * <p>Half a minute is the longest interval at which any of them sends a sign of life. Here those count.
 */
final class IdleSession implements Session {
    private static final Duration WINDOW = Duration.ofSeconds(32);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int HEAP_MEGABYTES = 256;

    private final Redis server = Redis.start();
    private final WorkerProcess worker;
    private final Message before;
    private final long start;

    IdleSession(Contestant contestant) {
        worker = WorkerProcess.start(contestant, server.url(), HEAP_MEGABYTES);
        before = worker.ask(Message.of("footprint"), PATIENCE);
        worker.ask(Message.of("open").with("leaseMillis", 0), PATIENCE);
        worker.ask(Message.of("churn").with("prefix", "short:").with("count", 1), PATIENCE);
        server.resetCounters();
        start = System.nanoTime();
    }

    @Override
    public Sample measure() {
        long elapsed = awaitEnd();
        long commands = server.info("commandstats").calls().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        Message after = worker.ask(Message.of("footprint"), PATIENCE);
        List<String> added = new ArrayList<>(after.words("names"));
        before.words("names").forEach(added::remove);
        Map<String, Long> pools =
                added.stream().collect(groupingBy(name -> name.replaceFirst("[0-9]+$", "N"), TreeMap::new, counting()));
        return Sample.empty()
                .with(Idle.THREADS, added.size())
                .with(Idle.CONNECTIONS, server.info("clients").number("connected_clients") - 1) // One is the harness's.
                .with(Idle.COMMANDS, commands * 60e9 / elapsed)
                .withNote("threads "
                        + pools.entrySet().stream()
                                .map(pool -> pool.getKey() + " (" + pool.getValue() + ")")
                                .collect(joining(", ")));
    }

    private long awaitEnd() {
        try {
            Thread.sleep(Math.max(0, WINDOW.toMillis() - (System.nanoTime() - start) / 1_000_000));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return System.nanoTime() - start;
    }

    @Override
    public void close() {
        worker.close();
        server.close();
    }
}
