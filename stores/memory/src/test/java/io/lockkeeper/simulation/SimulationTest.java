package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Many seeds, each a run of its own: {@code -Dseeds=N} runs that many from a random one on.
 *
 * <p>{@code -Dseed=N} repeats one, {@code -Dtimes=N} times (50): the engine spreads its pauses by chance of its own, so a
 * seed repeats what happens to the clients but not each pause to the nanosecond.
 */
class SimulationTest {

    @Test
    void whateverHappensThereIsOneHolderAndInTheEndNothingIsLeft() {
        Long one = Long.getLong("seed");
        long first = one == null ? System.nanoTime() : one;
        long runs = one == null ? Long.getLong("seeds", 300) : Long.getLong("times", 50);
        int holders = 0;
        for (long number = 0; number < runs; number++) {
            holders += live(one == null ? first + number : one);
        }
        assertThat(holders).isPositive();
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
