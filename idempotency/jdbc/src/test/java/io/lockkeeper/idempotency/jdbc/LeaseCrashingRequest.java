package io.lockkeeper.idempotency.jdbc;

import io.lockkeeper.idempotency.AttemptLostException;
import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.OutcomeCodec;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A process that places an order with a lease, and stands still at a step until it is killed; or answers whether it was lost. */
final class LeaseCrashingRequest {

    static final String AT = "at the step";
    static final String LOST = "lost";

    static final Duration LEASE = Duration.ofSeconds(4);

    private LeaseCrashingRequest() {}

    /**
     * Places an order.
     *
     * @param arguments the URL, the table, the step, the rule, the key
     */
    public static void main(String[] arguments) throws Exception {
        LeaseBench bench = new LeaseBench(arguments[0], arguments[1]);
        TestSource source = bench.source();
        if (!arguments[2].isEmpty()) {
            LeaseCrashStep end = LeaseCrashStep.valueOf(arguments[2]);
            source.watch(step -> {
                if (end.isAt(step)) {
                    System.out.println(AT);
                    while (true) {
                        LockSupport.park();
                    }
                }
            });
        }
        OtherSide other = new OtherSide(bench);
        try (LeasedIdempotency idempotency = JdbcIdempotency.leased(source, bench.settings(Duration.ofSeconds(30)))) {
            // Connects, so that this takes nothing of the lease.
            idempotency.catalogue().list("orders", 1);
            var outcome = idempotency.runLeased(call(arguments[4], OnExpiry.valueOf(arguments[3]), other), attempt -> {
                if (arguments[2].isEmpty()) {
                    System.out.println(AT);
                    System.in.read();
                }
                return other.order(attempt);
            });
            System.out.println(outcome);
        } catch (AttemptLostException lost) {
            System.out.println(LOST);
        }
    }

    static IdempotentCall<@Nullable String> call(String key, OnExpiry rule, OtherSide other) {
        IdempotentCall<@Nullable String> call = IdempotentCall.of(
                        IdempotencyKey.of("orders", key), Fingerprint.of("one"), OutcomeCodec.plain(String.class))
                .withOptions(IdempotencyOptions.defaults().withLease(LEASE).withOnExpiry(rule));
        return rule == OnExpiry.RECOVER ? call.withRecovery(other::ask) : call;
    }
}
