package io.lockkeeper.races;

import io.lockkeeper.races.Event.Written;
import io.lockkeeper.races.Violation.Promise;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;

/** One race from start to finish: a counter, a fleet that races it, chaos, and the judgement. */
final class Race implements AutoCloseable {

    private static final Duration WARMING_UP = Duration.ofSeconds(60);
    private static final Duration GOING_ON = Duration.ofSeconds(20);

    private final long seed = Long.getLong("seed", new Random().nextLong());
    private final History history = new History();
    private final Counter counter;
    private final Function<List<History.Entry>, List<Violation>> judgement;
    private final CounterServer server;
    private final Fleet fleet;
    private final List<Violation> violations = new ArrayList<>();
    private Result.Span span = new Result.Span(0, 0, Duration.ZERO);

    private Race(Fleet.Orders orders, boolean fenced, Function<List<History.Entry>, List<Violation>> judgement) {
        this.judgement = judgement;
        counter = new Counter(history, fenced);
        server = new CounterServer(counter);
        fleet = new Fleet(orders, server.port(), seed);
    }

    /** Starts a race on a counter that refuses old tokens. */
    static Race start(Fleet.Orders orders) {
        return start(orders, true);
    }

    /** Starts a race; returns when every thread has gone round once. */
    static Race start(Fleet.Orders orders, boolean fenced) {
        return start(new Race(orders, fenced, Verdict::of));
    }

    /** Starts a race over a store without tokens, on a counter that takes every update. */
    static Race startWithoutTokens(Fleet.Orders orders) {
        return start(new Race(orders, false, TokenlessVerdict::of));
    }

    private static Race start(Race race) {
        try {
            race.fleet.launch();
            race.awaitEveryone("all have started", WARMING_UP);
            return race;
        } catch (RuntimeException | Error e) {
            race.close();
            throw e;
        }
    }

    /** How long a race lasts, unless {@code -Drace.seconds} says otherwise. */
    static Duration duration(int seconds) {
        return Duration.ofSeconds(Integer.getInteger("race.seconds", seconds));
    }

    /** The berth whose worker acted last: most probably the lock's holder. Negative if nobody did. */
    int leader() {
        String latest = counter.latest();
        return latest.isEmpty() ? -1 : latest.charAt(0) - 'A';
    }

    Fleet fleet() {
        return fleet;
    }

    /** Lets the race go on for a time, with these troubles. */
    Race run(Duration atLeast, Trouble... troubles) throws InterruptedException {
        long began = System.nanoTime();
        int from = history.size();
        new Chaos(history, seed).rage(atLeast, troubles);
        span = new Result.Span(from, history.size(), Duration.ofNanos(System.nanoTime() - began));
        return this;
    }

    /** Waits until everyone has gone on, ends the race and judges it. */
    Result finish() {
        fleet.awaitReady();
        awaitEveryone("all is mended", GOING_ON);
        for (String name : fleet.finish()) {
            violations.add(new Violation(Promise.GOES_ON, history.size(), "worker " + name + " does not end"));
        }
        for (String surprise : fleet.surprises()) {
            violations.add(new Violation(Promise.NO_SURPRISE, history.size(), surprise));
        }
        List<History.Entry> all = history.all();
        violations.addAll(judgement.apply(all));
        checkSum(all);
        Result result = new Result(seed, span, all, violations, fleet.killed(), counter.value());
        System.out.println(result.summary());
        return result;
    }

    /** Waits for an increment by every thread from now on. */
    private void awaitEveryone(String since, Duration atMost) {
        int from = history.size();
        Set<String> waiting = new HashSet<>();
        fleet.present().forEach(crew -> waiting.addAll(crew.threads()));
        try {
            Await.until("an increment by every thread", atMost, () -> {
                history.since(from).stream()
                        .map(History.Entry::event)
                        .filter(Written.class::isInstance)
                        .forEach(written -> waiting.remove(written.who()));
                return waiting.isEmpty();
            });
        } catch (AssertionError e) {
            String sentence = since + ", but in " + atMost + " nothing was written by " + waiting;
            violations.add(new Violation(Promise.GOES_ON, history.size(), sentence));
        }
    }

    private void checkSum(List<History.Entry> all) {
        long written = history.count(Written.class::isInstance);
        long unknown = written - fleet.acknowledged();
        if (counter.value() != written || unknown < 0 || unknown > fleet.mostUnacknowledged()) {
            String sentence = "the counter says %,d, but took %,d increments, of which the workers know %,d"
                    .formatted(counter.value(), written, fleet.acknowledged());
            violations.add(new Violation(Promise.EXACT, all.size(), sentence));
        }
    }

    @Override
    public void close() {
        fleet.close();
        server.close();
    }
}
