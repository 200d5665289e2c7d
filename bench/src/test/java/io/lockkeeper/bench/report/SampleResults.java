package io.lockkeeper.bench.report;

import io.lockkeeper.bench.guard.Verdict;
import java.util.List;

/** Results of two who finished, one of them wrongly, and one who did not. */
final class SampleResults {
    static final Column OPS = Column.more("ops/s");
    static final Column COMMANDS = Column.less("commands/op");

    private SampleResults() {}

    static Results create() {
        Results results = new Results("s4", "Four processes & <one> key", List.of(OPS, COMMANDS));
        for (int round = 1; round <= 3; round++) {
            results.add("lockkeeper", sample(round * 1_000).with(new Verdict(0)));
            results.add("peer", sample(round * 10).with(new Verdict(round)).withNote("two at once"));
        }
        results.fail("other", "it broke\nat some line");
        return results;
    }

    private static Sample sample(double value) {
        return Sample.empty().with(OPS, value).with(COMMANDS, 8);
    }
}
