package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.report.Sample;

/** An entrant's processes, from its first round to its last. */
@FunctionalInterface
public interface Session extends AutoCloseable {

    /** Warms up, before the first round of anybody: the server too may have a compiler. After it, nothing of this entrant runs. */
    default void warm() {}

    /** Measures one round. After it, nothing of this entrant runs. */
    Sample measure();

    @Override
    default void close() {}
}
