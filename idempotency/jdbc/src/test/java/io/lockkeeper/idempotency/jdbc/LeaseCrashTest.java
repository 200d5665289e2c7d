package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RepositoryPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A process is killed between every two steps of an operation, then the request is repeated at once and late by another one. The rows
 * of the matrix are left in {@code target/crash-matrix}.
 */
class LeaseCrashTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({
        "POSTGRESQL, RUN_AGAIN",
        "POSTGRESQL, RECOVER",
        "POSTGRESQL, REJECT",
        "POSTGRESQL, HOLD",
        "MARIADB, RUN_AGAIN",
        "MARIADB, HOLD"
    })
    void a_process_that_is_killed_at_any_step_leaves_as_many_effects_as_the_rule_says(Kind kind, OnExpiry rule)
            throws Exception {
        LeaseBench bench = LeaseBench.on(kind);
        OtherSide other = new OtherSide(bench);
        other.create();
        List<String> matrix = new ArrayList<>();
        try (LeasedIdempotency idempotency =
                bench.start(bench.settings(PATIENCE).general())) {
            // Makes the table, so that its creation is none of the steps.
            idempotency.catalogue().list("orders", 1);
            Map<LeaseCrashStep, String> atOnce = new EnumMap<>(LeaseCrashStep.class);
            Map<LeaseCrashStep, JavaProcess> killed = new EnumMap<>(LeaseCrashStep.class);
            try {
                for (LeaseCrashStep step : LeaseCrashStep.values()) {
                    killed.put(
                            step,
                            JavaProcess.start(
                                    LeaseCrashingRequest.class,
                                    bench.url(),
                                    bench.table(),
                                    step.name(),
                                    rule.name(),
                                    step.name()));
                }
                for (Map.Entry<LeaseCrashStep, JavaProcess> process : killed.entrySet()) {
                    LeaseCrashStep step = process.getKey();
                    process.getValue().awaitLine(LeaseCrashingRequest.AT::equals, PATIENCE);
                    process.getValue().kill();
                    atOnce.put(step, repeat(idempotency, other, step, rule, Duration.ZERO));
                }
                for (Map.Entry<LeaseCrashStep, String> first : atOnce.entrySet()) {
                    String late = repeat(idempotency, other, first.getKey(), rule, PATIENCE);
                    matrix.add(row(kind, rule, first.getKey(), late, other));
                }
            } finally {
                killed.values().forEach(JavaProcess::close);
            }
        }
        RepositoryPage.at("docs/idempotency/crash-matrix.md").hasRows(matrix);
    }

    private static String repeat(
            LeasedIdempotency idempotency, OtherSide other, LeaseCrashStep step, OnExpiry rule, Duration wait)
            throws Exception {
        IdempotentCall<@Nullable String> call = LeaseCrashingRequest.call(step.name(), rule, other);
        Outcome<@Nullable String> outcome =
                idempotency.runLeased(call.withOptions(call.options().withMaxWait(wait)), other::order);
        return outcome instanceof Outcome.Rejected<@Nullable String> rejected
                ? rejected.reason().toString().toLowerCase(Locale.ROOT)
                : outcome.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String row(Kind kind, OnExpiry rule, LeaseCrashStep step, String late, OtherSide other)
            throws Exception {
        String key = step.name();
        boolean again = rule == OnExpiry.RUN_AGAIN || rule == OnExpiry.RECOVER;
        long effects = again ? other.countEffects("ship", key) : other.countCalls("ship", key);
        long charges = again ? other.countEffects("charge", key) : other.countCalls("charge", key);
        // Not whether the repeat at once came before the end of the lease: that depends on the machine.
        String answer = late.equals("executed") || late.equals("replayed") ? "the value" : late;
        String row = "| " + kind + " | leased, " + rule + " | " + step + " | " + answer + " | " + effects + " |";
        assertThat(effects).as(row).isBetween(again ? 1L : 0L, 1L);
        assertThat(charges).as(row).isBetween(again ? 1L : 0L, 1L);
        if (again) {
            assertThat(late).as(row).isIn("executed", "replayed");
        }
        return row;
    }
}
