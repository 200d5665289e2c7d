package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many seeds, each a run of its own: {@code -Dseeds=N} runs that many from a random one on, {@code -Dseed=N} repeats one
 * exactly.
 */
class SimulationTest {

    private static final long IN_CI = 2_000;

    @Test
    @Timeout(value = 10, unit = TimeUnit.HOURS) // It computes, and may be told to for many seeds.
    void whateverHappensThereIsOneHolderAndInTheEndNothingIsLeft() {
        Long one = Long.getLong("seed");
        long first = one == null ? System.nanoTime() : one;
        long runs = one == null ? Long.getLong("seeds", IN_CI) : 1;
        int holders = 0;
        for (long number = 0; number < runs; number++) {
            holders += live(first + number);
        }
        assertThat(holders).isPositive();
    }

    @Test
    void aSeedRepeatsAllThatHappened() {
        for (long seed = 0; seed < 20; seed++) {
            Run first = new Run(seed);
            first.live();
            Run second = new Run(seed);
            second.live();
            assertThat(second).hasToString(first.toString());
        }
    }

    private static int live(long seed) {
        Run run = new Run(seed);
        try {
            return run.live();
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError("Repeat this with -Dseed=" + seed + ". What happened:\n" + run, failure);
        }
    }
}
