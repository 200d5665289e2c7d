package io.lockkeeper.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TablesTest {

    @Test
    void aTableShowsMediansRangesAndVerdicts() {
        assertThat(Tables.markdown(SampleResults.create())).isEqualTo("""
            ## S4: Four processes & <one> key

            | contestant | ops/s | commands/op | guard |
            | --- | --- | --- | --- |
            | lockkeeper | 2,000 (1,000–3,000) | 8.00 | ok |
            | peer | 20.0 (10.0–30.0) | 8.00 | VIOLATED 3× |
            | other | – | – | FAILED: it broke |

            **peer**: two at once
            """);
    }

    @Test
    void aViolationOrAFailureIsNotClean() {
        assertThat(SampleResults.create().isClean()).isFalse();
    }
}
