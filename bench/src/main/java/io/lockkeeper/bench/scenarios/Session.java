package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.report.Sample;

/** An entrant's processes, from its first round to its last. */
public interface Session extends AutoCloseable {

    /** Measures one round; before the first, warms up. After it, nothing of this entrant runs. */
    Sample measure();

    @Override
    void close();
}
