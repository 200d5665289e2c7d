package io.lockkeeper.idempotency.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RepositoryPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The crash matrix: a process is killed between every two steps, and its request is repeated twice, at once and late. The effects in
 * another service are counted: exactly one where the key is run again or recovered, at most one where it is closed or held.
 *
 * <p>All rows crash at once, in one process.
 */
class CrashMatrixTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Map<Crash, Row> ROWS = new LinkedHashMap<>();

    /** What the repeats of a row were answered with, and how many effects there were after each. */
    private record Row(String atOnce, long effectsAtOnce, String late, long effects) {}

    @BeforeAll
    static void crashAndRepeat() throws Exception {
        List<Crash> crashes = new ArrayList<>();
        for (OnExpiry rule : OnExpiry.values()) {
            for (Crash.Point point : Crash.Point.values()) {
                crashes.add(new Crash(rule, point));
            }
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RedisServer redis = RedisServer.start();
                RedisServer service = RedisServer.start();
                Downstream downstream = new Downstream(service.url());
                LeasedIdempotency idempotency = RedisIdempotency.connect(
                        redis.url() + "?timeout=20s",
                        IdempotencySettings.defaults().withTimeout(PATIENCE))) {
            try (JavaProcess process = JavaProcess.start(CrashedProcess.class, redis.url(), service.url())) {
                for (int stopped = 0; stopped < crashes.size(); stopped++) {
                    process.awaitLine(line -> line.startsWith("stopped"), PATIENCE);
                }
                process.kill();
            }
            Map<Crash, String> atOnce = repeated(threads, idempotency, downstream, crashes, Duration.ZERO);
            Map<Crash, Long> effects = new LinkedHashMap<>();
            crashes.forEach(crash -> effects.put(crash, downstream.effects(crash.operation())));
            Map<Crash, String> late = repeated(threads, idempotency, downstream, crashes, PATIENCE);
            for (Crash crash : crashes) {
                ROWS.put(
                        crash,
                        new Row(
                                atOnce.getOrDefault(crash, ""),
                                effects.getOrDefault(crash, -1L),
                                late.getOrDefault(crash, ""),
                                downstream.effects(crash.operation())));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Repeats all requests; those whose key is held wait for the end of its lease, if they may. */
    private static Map<Crash, String> repeated(
            ExecutorService threads,
            LeasedIdempotency idempotency,
            Downstream downstream,
            List<Crash> crashes,
            Duration wait)
            throws InterruptedException, ExecutionException {
        Map<Crash, Future<Outcome<@Nullable Object>>> outcomes = new LinkedHashMap<>();
        crashes.forEach(crash -> outcomes.put(
                crash,
                threads.submit(
                        () -> idempotency.run(crash.call(downstream, wait), crash.action(downstream, point -> {})))));
        Map<Crash, String> answers = new LinkedHashMap<>();
        for (Map.Entry<Crash, Future<Outcome<@Nullable Object>>> outcome : outcomes.entrySet()) {
            answers.put(outcome.getKey(), shown(outcome.getValue().get()));
        }
        return answers;
    }

    private static String shown(Outcome<?> outcome) {
        return outcome instanceof Outcome.Rejected<?> rejected
                ? "Rejected(" + rejected.reason() + ")"
                : outcome.getClass().getSimpleName();
    }

    @Test
    void the_documentation_has_this_matrix() {
        RepositoryPage.at("docs/idempotency/crash-matrix.md")
                .hasRows(ROWS.entrySet().stream()
                        .map(entry -> row(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static String row(Crash crash, Row row) {
        return "| `%s` | %s | %s | %s | %d |"
                .formatted(
                        crash.rule(),
                        crash.point().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        row.atOnce(),
                        row.late(),
                        row.effects());
    }

    @TestFactory
    Stream<DynamicTest> effects_are_exactly_one_or_the_key_is_closed() {
        return ROWS.entrySet().stream()
                .map(row ->
                        DynamicTest.dynamicTest(row.getKey().operation(), () -> check(row.getKey(), row.getValue())));
    }

    private static void check(Crash crash, Row row) {
        boolean neverClaimed = crash.point() == Crash.Point.BEFORE_CLAIM || crash.point() == Crash.Point.AFTER_RELEASE;
        boolean finished = crash.point() == Crash.Point.AFTER_FINISH;
        if (neverClaimed || finished) {
            assertThat(row.atOnce()).isEqualTo(finished ? "Replayed" : "Executed");
            assertThat(row.late()).isEqualTo("Replayed");
            assertThat(row.effects()).isEqualTo(1);
            return;
        }
        assertThat(row.atOnce()).isEqualTo("InFlight");
        switch (crash.rule()) {
            case RUN_AGAIN, RECOVER -> {
                assertThat(row.late()).isIn("Executed", "Replayed");
                assertThat(row.effects()).isEqualTo(1);
            }
            case REJECT, HOLD -> {
                assertThat(row.late())
                        .isEqualTo(crash.rule() == OnExpiry.HOLD ? "Rejected(UNKNOWN)" : "Rejected(EXPIRED)");
                assertThat(row.effects()).isEqualTo(row.effectsAtOnce()).isLessThanOrEqualTo(1);
            }
        }
    }
}
