package io.lockkeeper.races;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Breaks things for a time, and mends them. Each trouble goes its own way, so that faults of different kinds coincide;
 * what each of them does, and for how long, is decided by the seed. Whom it hits may depend on the race.
 */
final class Chaos {

    private static final Duration SHORTEST_PEACE = Duration.ofMillis(50);
    private static final Duration LONGEST_PEACE = Duration.ofMillis(700);

    private final History history;
    private final long seed;

    Chaos(History history, long seed) {
        this.history = history;
        this.seed = seed;
    }

    /** Goes on for this long; returns when everything is mended. */
    void rage(Duration time, Trouble... troubles) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Callable<@Nullable Void>> rounds = new ArrayList<>();
            for (Trouble trouble : troubles) {
                Random random = new Random(seed + rounds.size());
                rounds.add(() -> rage(trouble, random, end));
            }
            rounds.add(() -> pass(time));
            for (Future<@Nullable Void> round : threads.invokeAll(rounds)) {
                round.get();
            }
        } catch (ExecutionException e) {
            throw new AssertionError("The chaos failed itself, at -Dseed=" + seed, e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private @Nullable Void rage(Trouble trouble, Random random, long end) throws InterruptedException {
        while (true) {
            Duration peace = Trouble.between(random, SHORTEST_PEACE, LONGEST_PEACE);
            pass(peace);
            if (System.nanoTime() >= end) {
                return null;
            }
            Fault fault = trouble.next(random);
            history.add(new Event.Fault(fault.story()));
            fault.breaking().run();
            try {
                pass(fault.lasts());
            } finally {
                fault.mending().run();
                history.add(new Event.Fault("(over: " + fault.what() + ")"));
            }
        }
    }

    /** Time that is to pass: nothing is waited for. */
    private static @Nullable Void pass(Duration time) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        return null;
    }
}
