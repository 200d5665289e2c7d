package io.lockkeeper.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessTreeTest {

    @Test
    void theTimesOfAProcessAndItsEndedChildrenAreAdded() {
        String stat = "17 (a ) name) S 1 17 17 0 -1 4194560 500 600 0 0 100 20 3 4 20 0 1 0 99 1000 10";

        assertThat(ProcessTree.ticks(stat)).isEqualTo(127);
    }

    @Test
    void whoWorksHasHadTime() {
        ProcessTree own = new ProcessTree(ProcessHandle.current());
        double before = own.cpuSeconds();
        long end = System.nanoTime() + 200_000_000;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }

        assertThat(before).isPositive();
        assertThat(own.cpuSeconds() - before).isPositive();
    }
}
