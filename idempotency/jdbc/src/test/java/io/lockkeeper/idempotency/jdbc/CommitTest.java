package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotencySettings;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.OutcomeNotStoredException;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.Retention;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.servers.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commits that fail, or whose answer is lost. */
@OnEveryDatabase
class CommitTest {

    private final Shop shop;
    private final TestSource source;
    private final TransactionalIdempotency idempotency;

    CommitTest(Kind kind) throws SQLException {
        shop = Shop.on(kind);
        source = shop.source();
        idempotency = shop.open(source);
    }

    private static SQLException lost() {
        return new SQLException("the connection was lost", "08006");
    }

    @Test
    void a_commit_that_took_effect_but_was_not_answered_is_found_out() throws Exception {
        source.atNextCommit(connection -> {
            connection.commit();
            connection.close();
            throw lost();
        });
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isEqualTo(new Outcome.Executed<>("order a"));
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Replayed.class);
        assertThat(shop.count()).isEqualTo(1);
        assertThat(source.lent()).isZero();
    }

    @Test
    void a_commit_that_did_not_arrive_is_found_out() throws Exception {
        source.atNextCommit(connection -> {
            connection.rollback();
            connection.close();
            throw lost();
        });
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOf(TransactionRolledBackException.class);
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
        assertThat(shop.count()).isEqualTo(1);
        assertThat(source.lent()).isZero();
    }

    @Test
    void a_commit_whose_record_may_be_gone_again_is_said_to_be_unknown() throws Exception {
        IdempotentCall<@Nullable String> call = Shop.call("a")
                .withOptions(IdempotencyOptions.defaults().withRetention(Retention.of(Duration.ofMillis(1))));
        TransactionalIdempotency other = shop.open();
        source.atNextCommit(connection -> {
            connection.commit();
            connection.close();
            Await.until(
                    "the end of the retention",
                    Shop.PATIENCE,
                    () -> other.catalogue().find(call.key()).isEmpty());
            throw lost();
        });
        assertThatThrownBy(() -> idempotency.runInTransaction(call, shop.order()))
                .isInstanceOf(OutcomeNotStoredException.class);
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_commit_of_which_nothing_is_to_be_found_out_in_time_is_said_to_be_unknown() throws Exception {
        TransactionalIdempotency impatient = JdbcIdempotency.transactional(
                source,
                shop.settings().withGeneral(IdempotencySettings.defaults().withTimeout(Duration.ofMillis(300))));
        source.atNextCommit(connection -> {
            connection.commit();
            connection.close();
            source.refuse(lost());
            throw lost();
        });
        assertThatThrownBy(() -> impatient.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOfSatisfying(
                        OutcomeNotStoredException.class,
                        unknown -> assertThat(unknown.value()).isEqualTo("order a"));
        assertThatThrownBy(() -> impatient.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOf(StoreUnavailableException.class);
        source.refuse(null);
        assertThat(impatient.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Replayed.class);
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_commit_that_the_database_refuses_is_rolled_back() throws Exception {
        source.atNextCommit(connection -> {
            throw new SQLException("could not serialize access", "40001", 1213);
        });
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOf(TransactionRolledBackException.class);
        assertThat(source.faults()).isEmpty();
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_mark_that_is_gone_when_the_operation_returns_rolls_everything_back() throws Exception {
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), attempt -> {
                    shop.place(attempt);
                    TestSource.execute(attempt.connection(), "DELETE FROM " + shop.marks());
                    return "value";
                }))
                .isInstanceOf(TransactionRolledBackException.class)
                .hasMessageContaining("is gone");
        assertThat(shop.count()).isZero();
        assertThat(source.lent()).isZero();
    }

    @Test
    void nothing_runs_while_no_connection_is_to_be_had() {
        source.refuse(lost());
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOf(StoreUnavailableException.class);
        assertThat(((TransactionalEngine) idempotency).flying()).isZero();
    }

    @Test
    void an_interrupt_while_waiting_for_a_connection_is_one_of_the_request() {
        source.refuse(new SQLException("interrupted", new InterruptedException()));
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(((TransactionalEngine) idempotency).flying()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {Connection.TRANSACTION_READ_UNCOMMITTED, Connection.TRANSACTION_SERIALIZABLE})
    void an_outcome_that_is_not_committed_is_not_replayed(int isolation) throws Exception {
        idempotency.runInTransaction(Shop.call("before"), attempt -> "the table is there");
        TransactionalIdempotency other = shop.open(new TestSource(shop.url(), isolation, true));
        source.atNextCommit(connection -> {
            try {
                assertThat(other.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.InFlight.class);
            } catch (InterruptedException unexpected) {
                throw new IllegalStateException(unexpected);
            }
            connection.commit();
        });
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
        assertThat(other.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Replayed.class);
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_failed_statement_that_the_operation_hides_commits_nothing_or_everything() throws Exception {
        try {
            idempotency.runInTransaction(Shop.call("a"), attempt -> {
                shop.place(attempt);
                assertThatThrownBy(() -> TestSource.execute(attempt.connection(), "INSERT INTO no_table VALUES (1)"))
                        .isInstanceOf(SQLException.class);
                return "value";
            });
        } catch (TransactionRolledBackException aborted) {
            assertThat(shop.count()).isZero();
            idempotency.runInTransaction(Shop.call("a"), shop.order());
        }
        assertThat(shop.count()).isEqualTo(1);
        assertThat(source.faults()).isEmpty();
    }

    @Test
    void a_value_that_the_database_refuses_leaves_a_mark() throws Exception {
        String large = "x".repeat(20_000_000);
        try {
            assertThat(idempotency.runInTransaction(Shop.call("a"), attempt -> {
                        shop.place(attempt);
                        return large;
                    }))
                    .isEqualTo(new Outcome.Executed<>(large));
        } catch (TransactionRolledBackException cut) {
            assertThat(shop.count()).isZero();
            return;
        }
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isIn(new Outcome.Replayed<>(large), new Outcome.Rejected<>(Rejection.GONE, Optional.empty()));
        assertThat(shop.count()).isEqualTo(1);
    }
}
