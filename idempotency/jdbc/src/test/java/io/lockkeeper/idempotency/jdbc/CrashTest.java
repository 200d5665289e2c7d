package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RepositoryPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process is killed between every two steps of an operation, then the request is repeated twice by another one.
 */
class CrashTest {

    /** A row of the matrix. */
    private record Row(Kind database, CrashStep killed, String repeat, String laterRepeat, long effects) {

        String asMarkdown() {
            return "| " + database + " | transactional | " + killed + " | " + repeat + " | " + laterRepeat + " | "
                    + effects + " |";
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void a_process_that_is_killed_at_any_step_leaves_one_effect_after_two_repeats(Kind kind) throws Exception {
        List<Row> matrix = new ArrayList<>();
        for (CrashStep step : CrashStep.values()) {
            Row row = crash(kind, step);
            matrix.add(row);
            assertThat(row.effects()).as(row.asMarkdown()).isEqualTo(1);
            boolean committed = step == CrashStep.AFTER_THE_COMMIT;
            assertThat(row.repeat()).as(row.asMarkdown()).isEqualTo(committed ? "replayed" : "executed");
            assertThat(row.laterRepeat()).as(row.asMarkdown()).isEqualTo("replayed");
        }
        RepositoryPage.at("docs/idempotency/crash-matrix.md")
                .hasRows(matrix.stream().map(Row::asMarkdown).toList());
    }

    private static Row crash(Kind kind, CrashStep step) throws Exception {
        Shop shop = Shop.on(kind);
        try (TransactionalIdempotency idempotency = shop.open()) {
            // Makes the table, so that its creation is none of the steps.
            idempotency.runInTransaction(Shop.call("before"), attempt -> "value");
            try (JavaProcess process =
                    JavaProcess.start(CrashingRequest.class, shop.url(), shop.orders(), shop.marks(), step.name())) {
                process.awaitLine(CrashingRequest.AT::equals, Duration.ofSeconds(60));
                process.kill();
            }
            String repeat = repeat(idempotency, shop);
            String later = repeat(shop.open(), shop);
            assertThat(shop.number("SELECT count(*) FROM " + shop.orders() + " WHERE id = 'second'"))
                    .isEqualTo(shop.number("SELECT count(*) FROM " + shop.orders() + " WHERE id = 'first'"));
            return new Row(kind, step, repeat, later, shop.count() / 2);
        }
    }

    /** The database may take a moment to notice that the process is gone: the repeat waits for that. */
    private static String repeat(TransactionalIdempotency idempotency, Shop shop) throws Exception {
        IdempotentCall<@Nullable String> call =
                Shop.call("a").withOptions(IdempotencyOptions.defaults().withMaxWait(Duration.ofSeconds(60)));
        Outcome<@Nullable String> outcome =
                idempotency.runInTransaction(call, attempt -> CrashingRequest.order(attempt, shop.orders()));
        assertThat(outcome.valueOrThrow()).isEqualTo("ordered");
        return outcome instanceof Outcome.Executed ? "executed" : "replayed";
    }
}
