package io.lockkeeper.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class FairnessTest {

    @Test
    void evenSharesAreOne() {
        assertThat(Fairness.jain(List.of(7L, 7L, 7L, 7L))).isEqualTo(1);
    }

    @Test
    void oneTakerOfFourIsAQuarter() {
        assertThat(Fairness.jain(List.of(9L, 0L, 0L, 0L))).isEqualTo(0.25);
    }

    @Test
    void twoToOneIsNineTenths() {
        assertThat(Fairness.jain(List.of(2L, 1L))).isEqualTo(0.9, within(1e-9));
    }
}
