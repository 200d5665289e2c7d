package io.lockkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Many seeds, each a run of its own. {@code -Dseed=N} repeats one, {@code -Dseeds=N} runs that many from a random one on.
 */
class SimulationTest {

    @Test
    void whateverHappensThereIsOneHolderAndInTheEndNothingIsLeft() {
        Long one = Long.getLong("seed");
        long first = one == null ? System.nanoTime() : one;
        long last = one == null ? first + Long.getLong("seeds", 300) : first + 1;
        int holders = 0;
        for (long seed = first; seed < last; seed++) {
            Run run = new Run(seed);
            try {
                holders += run.live();
            } catch (AssertionError | RuntimeException failure) {
                throw new AssertionError("Repeat this with -Dseed=" + seed + ". What happened:\n" + run, failure);
            }
        }
        assertThat(holders).isPositive();
    }
}
