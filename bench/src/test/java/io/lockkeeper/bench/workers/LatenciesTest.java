package io.lockkeeper.bench.workers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void percentilesOfTwoProcessesAreThoseOfAllTheirValues() {
        Histogram low = Latencies.empty();
        Histogram high = Latencies.empty();
        for (int i = 1; i <= 50; i++) {
            low.recordValue(i);
            high.recordValue(i + 50);
        }

        Histogram both = Latencies.sum(List.of(carried(low), carried(high)));

        assertThat(both.getTotalCount()).isEqualTo(100);
        assertThat(both.getValueAtPercentile(50)).isEqualTo(50);
        assertThat(both.getValueAtPercentile(99)).isEqualTo(99);
    }

    private static Histogram carried(Histogram histogram) {
        String line =
                Message.of("done").with("waits", Latencies.encode(histogram)).toString();
        assertThat(line).doesNotContain("\n");
        return Latencies.decode(Message.parse(line).get("waits"));
    }
}
