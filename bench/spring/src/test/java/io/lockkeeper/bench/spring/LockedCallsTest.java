package io.lockkeeper.bench.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

class LockedCallsTest {
    private static final long ORDER = 42;

    @Test
    void eachContestantAcquiresALock() {
        try (LockClient client = LockClient.connect(Calls.STORE)) {
            long idle = tokensTaken(client, ByHand::work);
            for (Calls calls : List.of(new ByHand(), new ByLocked(), new ByLock4j(), new ByKlock())) {
                try (calls) {
                    String name = calls.getClass().getSimpleName();
                    assertThat(tokensTaken(client, calls::ship)).as(name).isGreaterThan(idle);
                    assertThat(tokensTaken(client, calls::shipAlone)).as(name).isGreaterThan(idle);
                }
            }
        }
    }

    @Test
    void everyCallIsMeasured() throws RunnerException {
        // Another run of JMH on this machine disturbs, but is no reason to refuse.
        System.setProperty("jmh.ignoreLock", "true");
        var results = new Runner(new OptionsBuilder()
                        .include("\\.LockedCalls\\.")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(50))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        assertThat(results)
                .hasSize(9)
                .allSatisfy(result ->
                        assertThat(result.getPrimaryResult().getScore()).isPositive());
    }

    /** The store counts one up for each lock that it grants: how far, from before a call to after it. */
    private static long tokensTaken(LockClient client, LongUnaryOperator call) {
        long before = token(client);
        assertThat(call.applyAsLong(ORDER)).isEqualTo(ORDER + 1);
        return token(client) - before;
    }

    private static long token(LockClient client) {
        try (Lease lease = client.lock("counter").tryAcquire().orElseThrow()) {
            return lease.token();
        }
    }
}
