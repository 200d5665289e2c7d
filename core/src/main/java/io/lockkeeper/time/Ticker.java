package io.lockkeeper.time;

/** A monotonic clock whose origin means nothing; differences do. It counts the time that a machine sleeps. */
@FunctionalInterface
public interface Ticker {

    /**
     * The time now.
     *
     * @return nanoseconds; never smaller than before
     */
    long nanos();
}
