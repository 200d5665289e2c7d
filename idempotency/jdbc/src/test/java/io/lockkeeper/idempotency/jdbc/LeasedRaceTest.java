package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.OnExpiry;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeCodec;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.idempotency.store.ClaimAnswer;
import io.lockkeeper.idempotency.store.IdempotencyClaim;
import io.lockkeeper.idempotency.store.IdempotencyStore;
import io.lockkeeper.servers.JavaProcess;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@OnEveryDatabase
class LeasedRaceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Kind kind;

    LeasedRaceTest(Kind kind) {
        this.kind = kind;
    }

    @Test
    void a_thousand_repeats_over_four_engines_run_once() throws Exception {
        LeaseBench bench = LeaseBench.on(kind);
        List<LeasedIdempotency> engines = new ArrayList<>();
        AtomicInteger runs = new AtomicInteger();
        IdempotentCall<@Nullable String> call = IdempotentCall.of(
                        IdempotencyKey.of("storm", "one"), Fingerprint.none(), OutcomeCodec.plain(String.class))
                .withOptions(IdempotencyOptions.defaults().withMaxWait(PATIENCE).withMaxWaiters(1_000));
        try {
            List<CompletableFuture<Outcome<@Nullable String>>> answers = new ArrayList<>();
            for (int engine = 0; engine < 4; engine++) {
                engines.add(bench.start(bench.settings(PATIENCE).general()));
            }
            for (int request = 0; request < 1_000; request++) {
                answers.add(engines.get(request % 4)
                        .runAsync(call, attempt -> CompletableFuture.supplyAsync(() -> "run " + runs.incrementAndGet()))
                        .toCompletableFuture());
            }
            for (CompletableFuture<Outcome<@Nullable String>> answer : answers) {
                assertThat(answer.get(60, TimeUnit.SECONDS).valueOrThrow()).isEqualTo("run 1");
            }
            assertThat(runs).hasValue(1);
        } finally {
            engines.forEach(LeasedIdempotency::close);
        }
    }

    @Test
    void one_of_many_claims_is_granted_at_any_isolation_level() throws Exception {
        for (int isolation : new int[] {
            Connection.TRANSACTION_READ_COMMITTED,
            Connection.TRANSACTION_REPEATABLE_READ,
            Connection.TRANSACTION_SERIALIZABLE
        }) {
            LeaseBench bench = LeaseBench.on(kind);
            List<IdempotencyStore> stores = new ArrayList<>();
            try {
                for (int store = 0; store < 4; store++) {
                    stores.add(bench.store(new TestSource(bench.url(), isolation, store % 2 == 0)));
                }
                for (int round = 0; round < 10; round++) {
                    raceFor(stores, IdempotencyKey.of("race", "key " + round));
                }
            } finally {
                stores.forEach(IdempotencyStore::close);
            }
        }
    }

    private static void raceFor(List<IdempotencyStore> stores, IdempotencyKey key) throws Exception {
        List<CompletableFuture<ClaimAnswer>> answers = new ArrayList<>();
        for (int claim = 0; claim < 16; claim++) {
            answers.add(stores.get(claim % stores.size()).claim(claim(key)).toCompletableFuture());
        }
        int granted = 0;
        for (CompletableFuture<ClaimAnswer> answer : answers) {
            if (answer.get(60, TimeUnit.SECONDS) instanceof ClaimAnswer.Granted) {
                granted++;
            }
        }
        assertThat(granted).isEqualTo(1);
    }

    static IdempotencyClaim claim(IdempotencyKey key) {
        return new IdempotencyClaim(
                key,
                UUID.randomUUID().toString(),
                Fingerprint.of("one"),
                new IdempotencyClaim.Terms(Duration.ofMinutes(10), Retention.of(Duration.ofDays(1)), true));
    }

    /** Its process stood still for longer than its lease. */
    @Test
    void a_first_attempt_that_comes_back_loses_to_its_successor() throws Exception {
        if (kind == Kind.H2) {
            return;
        }
        LeaseBench bench = LeaseBench.on(kind);
        OtherSide other = new OtherSide(bench);
        other.create();
        try (LeasedIdempotency idempotency =
                bench.start(bench.settings(PATIENCE).general())) {
            idempotency.catalogue().list("orders", 1);
            try (JavaProcess first = JavaProcess.start(
                    LeaseCrashingRequest.class, bench.url(), bench.table(), "", OnExpiry.RUN_AGAIN.name(), "key")) {
                first.awaitLine(LeaseCrashingRequest.AT::equals, PATIENCE);
                first.pause();
                IdempotentCall<@Nullable String> call = LeaseCrashingRequest.call("key", OnExpiry.RUN_AGAIN, other);
                IdempotentCall<@Nullable String> waiting =
                        call.withOptions(call.options().withMaxWait(PATIENCE));
                assertThat(idempotency.runLeased(waiting, attempt -> "second"))
                        .isEqualTo(new Outcome.Executed<>("second"));
                first.resume();
                first.writeLine("go on");
                first.awaitLine(LeaseCrashingRequest.LOST::equals, PATIENCE);
            }
            assertThat(idempotency.runLeased(LeaseCrashingRequest.call("key", OnExpiry.RUN_AGAIN, other), other::order))
                    .isEqualTo(new Outcome.Replayed<>("second"));
        }
    }
}
