package io.lockkeeper.bench.server;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a server did for a contestant in an interval, without what the harness itself asks. Signs of life are left out too:
 * they come by the clock, from clients that wait for their turn too.
 *
 * @param counts by counter, as far as the server tells
 * @param calls how often each command was called, those inside scripts included, where that tells the requests
 * @param cpuSeconds that the server's processes had of the processors, user and system
 */
public record Load(Map<Counter, Double> counts, Map<String, Long> calls, double cpuSeconds) {

    /**
     * Returns how much of this was counted.
     *
     * @param counter one of those that this kind of server has
     * @param seen what a pass of the same kind showed of what travels
     */
    public double count(Counter counter, Traffic seen) {
        if (counter == Counter.REQUESTS && !counts.containsKey(counter)) {
            return requests(seen);
        }
        Double count = counts.get(counter);
        if (count == null) {
            throw new IllegalArgumentException("this server does not count " + counter);
        }
        return count;
    }

    /** Each call counts as far as its command was seen to travel: EVALSHA always does, a script's HSET never. */
    private double requests(Traffic seen) {
        return calls.entrySet().stream()
                .mapToDouble(each -> each.getValue() * seen.share(each.getKey()))
                .sum();
    }

    /** Returns this and another interval together. */
    public Load plus(Load other) {
        return combined(other, 1);
    }

    /** Returns the growth since an earlier state. */
    Load since(Load before) {
        return combined(before, -1);
    }

    private Load combined(Load other, int sign) {
        Map<Counter, Double> allCounts = new EnumMap<>(counts);
        other.counts.forEach((counter, count) -> allCounts.merge(counter, sign * count, Double::sum));
        Map<String, Long> allCalls = new TreeMap<>(calls);
        other.calls.forEach((command, count) -> allCalls.merge(command, sign * count, Long::sum));
        return new Load(allCounts, allCalls, cpuSeconds + sign * other.cpuSeconds);
    }
}
