package io.lockkeeper.bench.server;

import java.util.EnumMap;
import java.util.Map;

/**
 * What a server did in an interval, by counters that only grow.
 *
 * @param counts by counter, as far as the server tells
 * @param cpuSeconds of all its processes, user and system
 */
record CountedLoad(Map<Counter, Double> counts, double cpuSeconds) implements Load {

    @Override
    public double count(Counter counter, Traffic seen) {
        Double count = counts.get(counter);
        if (count == null) {
            throw new IllegalArgumentException("this server does not count " + counter);
        }
        return count;
    }

    /** Returns the growth since an earlier state. */
    CountedLoad since(CountedLoad before) {
        Map<Counter, Double> grown = new EnumMap<>(Counter.class);
        counts.forEach((counter, count) -> grown.put(counter, count - before.count(counter, new Traffic())));
        return new CountedLoad(grown, cpuSeconds - before.cpuSeconds);
    }
}
