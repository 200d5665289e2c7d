package io.lockkeeper.bench.server;

import java.util.Map;

/**
 * What Redis did in an interval.
 *
 * @param calls how often each command was called, those inside scripts included
 * @param bytes received and sent
 * @param cpuSeconds of the server process, user and system
 */
record RedisLoad(Map<String, Long> calls, double bytes, double cpuSeconds) implements Load {

    @Override
    public double count(Counter counter, Traffic seen) {
        return switch (counter) {
            case REQUESTS -> requests(seen);
            case COMMANDS -> calls.values().stream().mapToLong(Long::longValue).sum();
            case BYTES -> bytes;
            case STATEMENTS, WRITES, READS, ITEMS ->
                throw new IllegalArgumentException("Redis does not count " + counter);
        };
    }

    /** Each call counts as far as its command was seen to travel: EVALSHA always does, a script's HSET never. */
    private double requests(Traffic seen) {
        return calls.entrySet().stream()
                .mapToDouble(each -> each.getValue() * seen.share(each.getKey()))
                .sum();
    }
}
