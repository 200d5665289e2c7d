package io.lockkeeper.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void theMedianIsTheOneInTheMiddle() {
        assertThat(Spread.of(List.of(30.0, 10.0, 20.0))).isEqualTo(new Spread(20, 10, 30));
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetween() {
        assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 4));
    }

    @Test
    void figuresHaveThreeDigits() {
        assertThat(new Spread(12_345.6, 999, 54_321)).hasToString("12,346 (999–54,321)");
        assertThat(new Spread(1.234, 0.1, 12.34)).hasToString("1.23 (0.10–12.3)");
        assertThat(new Spread(0, 0, 0)).hasToString("0");
    }
}
