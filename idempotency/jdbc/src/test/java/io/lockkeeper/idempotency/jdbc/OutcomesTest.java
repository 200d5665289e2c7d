package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.FailurePolicy;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@OnEveryDatabase
class OutcomesTest {

    private final Kind kind;
    private final Shop shop;
    private final TestSource source;
    private final TransactionalIdempotency idempotency;

    OutcomesTest(Kind kind) throws SQLException {
        this.kind = kind;
        shop = Shop.on(kind);
        source = shop.source();
        idempotency = shop.open(source);
    }

    private static final class Declined extends Exception {
        private static final long serialVersionUID = 1L;

        Declined() {
            super("no cover");
        }
    }

    @Test
    void a_request_runs_once_and_its_repeats_get_its_value() throws Exception {
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isEqualTo(new Outcome.Executed<>("order a"));
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isEqualTo(new Outcome.Replayed<>("order a"));
        assertThat(shop.open().runInTransaction(Shop.call("a"), shop.order()))
                .isEqualTo(new Outcome.Replayed<>("order a"));
        assertThat(shop.count()).isEqualTo(1);
        assertThat(source.faults()).isEmpty();
        assertThat(source.lent()).isZero();
    }

    @Test
    void keys_that_differ_in_case_or_a_trailing_space_or_accents_are_different() throws Exception {
        for (String id : new String[] {"a", "A", "a ", "ä", "日本"}) {
            assertThat(idempotency.runInTransaction(Shop.call(id), attempt -> id))
                    .isEqualTo(new Outcome.Executed<>(id));
        }
    }

    @Test
    @SuppressWarnings("NullAway")
    void null_is_a_value() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), attempt -> null);
        assertThat(idempotency.runInTransaction(Shop.call("a"), attempt -> "again"))
                .isEqualTo(new Outcome.Replayed<@Nullable String>(null));
    }

    @Test
    void a_key_with_another_fingerprint_is_a_mismatch() throws Exception {
        idempotency.runInTransaction(Shop.call("a", "one"), shop.order());
        assertThat(idempotency.runInTransaction(Shop.call("a", "two"), shop.order()))
                .isEqualTo(new Outcome.Mismatch<>());
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_failure_undoes_the_writes_and_frees_the_key() throws Exception {
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), attempt -> {
                    shop.place(attempt);
                    throw new Declined();
                }))
                .isInstanceOf(Declined.class);
        assertThat(shop.count()).isZero();
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isEqualTo(new Outcome.Executed<>("order a"));
        assertThat(source.faults()).isEmpty();
        assertThat(source.lent()).isZero();
    }

    @Test
    void a_failure_that_is_to_be_stored_is_and_its_writes_are_undone() throws Exception {
        IdempotentCall<@Nullable String> call = Shop.call("a")
                .withOptions(IdempotencyOptions.defaults().withFailures(FailurePolicy.storing(Set.of(Declined.class))));
        assertThatThrownBy(() -> idempotency.runInTransaction(call, attempt -> {
                    shop.place(attempt);
                    throw new Declined();
                }))
                .isInstanceOf(Declined.class);
        Outcome<@Nullable String> repeat = idempotency.runInTransaction(call, shop.order());
        assertThat(repeat)
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.FAILED));
        assertThat(shop.count()).isZero();
    }

    @Test
    void a_failure_policy_that_fails_itself_keeps_neither_the_connection_nor_the_key() throws Exception {
        IdempotentCall<@Nullable String> call = Shop.call("a")
                .withOptions(IdempotencyOptions.defaults().withFailures(failure -> {
                    throw new AssertionError("the policy");
                }));
        assertThatThrownBy(() -> idempotency.runInTransaction(call, attempt -> {
                    shop.place(attempt);
                    throw new Declined();
                }))
                .isInstanceOf(Declined.class);
        assertThat(source.lent()).isZero();
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isEqualTo(new Outcome.Executed<>("order a"));
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_stored_failure_survives_a_statement_that_failed() throws Exception {
        IdempotentCall<@Nullable String> call = Shop.call("a")
                .withOptions(
                        IdempotencyOptions.defaults().withFailures(FailurePolicy.storing(Set.of(SQLException.class))));
        assertThatThrownBy(() -> idempotency.runInTransaction(call, attempt -> {
                    TestSource.execute(attempt.connection(), "INSERT INTO no_such_table VALUES (1)");
                    return "not reached";
                }))
                .isInstanceOf(SQLException.class);
        assertThat(idempotency.runInTransaction(call, shop.order())).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void a_record_whose_retention_is_over_counts_as_absent() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        long[] tokens = new long[2];
        for (int run = 0; run < 2; run++) {
            int now = run;
            idempotency.runInTransaction(Shop.call("a"), attempt -> {
                runs.incrementAndGet();
                tokens[now] = attempt.token();
                return "value";
            });
            shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
        }
        assertThat(runs).hasValue(2);
        assertThat(tokens[1]).isGreaterThan(tokens[0]);
        idempotency.runInTransaction(Shop.call("a"), attempt -> "third");
        assertThat(shop.number("SELECT purge_minute FROM " + shop.marks())).isGreaterThan(1);
        assertThat(idempotency.runInTransaction(Shop.call("a"), attempt -> "fourth"))
                .isEqualTo(new Outcome.Replayed<>("third"));
    }

    @Test
    void a_token_grows_even_if_the_clock_goes_back() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), attempt -> "value");
        shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, token = 9000000000000000000");
        idempotency.runInTransaction(Shop.call("a"), attempt -> {
            assertThat(attempt.token()).isEqualTo(9000000000000000001L);
            return "value";
        });
    }

    @Test
    void a_record_is_kept_for_ever_if_that_is_asked_for() throws Exception {
        IdempotentCall<@Nullable String> call =
                Shop.call("a").withOptions(IdempotencyOptions.defaults().withRetention(Retention.forever()));
        idempotency.runInTransaction(call, shop.order());
        assertThat(shop.number("SELECT count(*) FROM " + shop.marks() + " WHERE purge_at IS NULL"
                        + " AND purge_minute IS NULL"))
                .isEqualTo(1);
        assertThat(idempotency.runInTransaction(call, shop.order())).isInstanceOf(Outcome.Replayed.class);
    }

    @Test
    void a_leased_record_in_progress_is_held() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), attempt -> "value");
        shop.execute("UPDATE " + shop.marks() + " SET state = 1, outcome = NULL, lease_end = lease_end + 60000000");
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOfSatisfying(
                        Outcome.InFlight.class,
                        held -> assertThat(held.retryAfter()).isGreaterThan(Duration.ofSeconds(2)));
        assertThat(idempotency.runInTransaction(Shop.call("a", "two"), shop.order()))
                .isInstanceOf(Outcome.Mismatch.class);
        assertThat(shop.count()).isZero();
    }

    @Test
    void a_record_of_another_format_is_held_even_if_its_retention_is_over() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), attempt -> "value");
        shop.execute("UPDATE " + shop.marks() + " SET format = 2, purge_at = 1");
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.InFlight.class);
        assertThat(idempotency.catalogue().find(Shop.call("a").key())).isEmpty();
        assertThat(shop.count()).isZero();
    }

    @Test
    void an_outcome_that_is_not_understood_never_runs_again() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), shop.order());
        shop.execute(
                "UPDATE " + shop.marks() + " SET outcome = " + (kind == Kind.POSTGRESQL ? "'\\x63'::bytea" : "X'63'"));
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(Rejection.UNREADABLE));
        assertThat(shop.count()).isEqualTo(1);
    }
}
