package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.FailurePolicy;
import io.lockkeeper.idempotency.IdempotencyEvent;
import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.IdempotentCall;
import io.lockkeeper.idempotency.NestedCallException;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.TransactionRolledBackException;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@OnEveryDatabase
class JoinedTest {

    private final Shop shop;
    private final TestSource source;
    private final TransactionalIdempotency idempotency;

    JoinedTest(Kind kind) throws SQLException {
        shop = Shop.on(kind);
        source = shop.source();
        idempotency = shop.open(source);
    }

    private Connection begin() throws SQLException {
        Connection connection = shop.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    @Test
    void an_operation_in_the_callers_transaction_commits_with_it() throws Exception {
        try (Connection own = begin()) {
            assertThat(idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.Executed.class);
            assertThat(shop.open().runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.InFlight.class);
            assertThat(idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.Replayed.class);
            own.commit();
        }
        assertThat(shop.open().runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Replayed.class);
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void an_operation_in_the_callers_transaction_is_rolled_back_with_it() throws Exception {
        try (Connection own = begin()) {
            idempotency.in(own).runInTransaction(Shop.call("a"), shop.order());
            own.rollback();
        }
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void an_operation_that_fails_leaves_the_callers_transaction_as_it_was() throws Exception {
        try (Connection own = begin()) {
            TestSource.execute(own, "INSERT INTO " + shop.orders() + " VALUES ('before')");
            assertThatThrownBy(() -> idempotency.in(own).runInTransaction(Shop.call("a"), attempt -> {
                        shop.place(attempt);
                        TestSource.execute(attempt.connection(), "INSERT INTO no_such_table VALUES (1)");
                        return "not reached";
                    }))
                    .isInstanceOf(SQLException.class);
            own.commit();
        }
        assertThat(shop.count()).isEqualTo(1);
        assertThat(shop.number("SELECT count(*) FROM " + shop.marks())).isZero();
    }

    @Test
    void a_request_that_is_refused_leaves_the_callers_transaction_as_it_was() throws Exception {
        try (Connection other = begin();
                Connection own = begin()) {
            idempotency.in(other).runInTransaction(Shop.call("a"), shop.order());
            TestSource.execute(own, "INSERT INTO " + shop.orders() + " VALUES ('before')");
            assertThat(idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.InFlight.class);
            TestSource.execute(own, "INSERT INTO " + shop.orders() + " VALUES ('after')");
            own.commit();
            other.rollback();
        }
        assertThat(shop.count()).isEqualTo(2);
    }

    @Test
    void a_connection_that_commits_by_itself_is_refused() throws Exception {
        try (Connection own = shop.connect()) {
            assertThatThrownBy(() -> idempotency.in(own).runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("setAutoCommit(false)");
        }
    }

    @Test
    void the_transaction_cannot_be_ended_by_the_operation() throws Exception {
        idempotency.runInTransaction(Shop.call("a"), attempt -> {
            Connection connection = attempt.connection();
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setAutoCommit(true)).isInstanceOf(SQLException.class);
            connection.close();
            shop.place(attempt);
            connection.rollback(connection.setSavepoint());
            return "value";
        });
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_nested_call_commits_with_the_outer_one() throws Exception {
        idempotency.runInTransaction(Shop.call("outer"), attempt -> {
            shop.place(attempt);
            assertThat(idempotency.runInTransaction(Shop.call("inner"), shop.order()))
                    .isInstanceOf(Outcome.Executed.class);
            assertThat(shop.events()).isEmpty();
            assertThat(source.lent()).isEqualTo(1);
            assertThat(shop.open().runInTransaction(Shop.call("inner"), shop.order()))
                    .isInstanceOf(Outcome.InFlight.class);
            shop.events().clear();
            return "value";
        });
        assertThat(shop.events()).hasSize(2).allMatch(event -> event instanceof IdempotencyEvent.Executed);
        assertThat(idempotency.runInTransaction(Shop.call("inner"), shop.order()))
                .isInstanceOf(Outcome.Replayed.class);
        assertThat(shop.count()).isEqualTo(2);
    }

    @Test
    void a_nested_call_is_rolled_back_with_the_outer_one_and_forgotten() throws Exception {
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("outer"), attempt -> {
                    idempotency.runInTransaction(Shop.call("inner"), shop.order());
                    throw new IllegalStateException("outer");
                }))
                .hasMessage("outer");
        assertThat(shop.events()).hasSize(1).allMatch(event -> event instanceof IdempotencyEvent.Failed);
        assertThat(idempotency.runInTransaction(Shop.call("inner"), shop.order()))
                .isInstanceOf(Outcome.Executed.class);
        assertThat(shop.count()).isEqualTo(1);
    }

    @Test
    void a_nested_failure_that_is_caught_undoes_its_part_only() throws Exception {
        idempotency.runInTransaction(Shop.call("outer"), attempt -> {
            shop.place(attempt);
            try {
                idempotency.runInTransaction(Shop.call("inner"), inner -> {
                    shop.place(inner);
                    TestSource.execute(inner.connection(), "INSERT INTO no_such_table VALUES (1)");
                    return "not reached";
                });
            } catch (SQLException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
            return "value";
        });
        assertThat(shop.count()).isEqualTo(1);
        assertThat(idempotency.runInTransaction(Shop.call("inner"), shop.order()))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void a_call_within_the_operation_of_its_own_key_is_refused() throws Exception {
        assertThatThrownBy(() -> idempotency.runInTransaction(
                        Shop.call("a"),
                        attempt -> idempotency
                                .runInTransaction(Shop.call("a"), shop.order())
                                .valueOrThrow()))
                .isInstanceOf(NestedCallException.class);
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
        assertThat(source.faults()).isEmpty();
        assertThat(source.lent()).isZero();
    }

    @Test
    void a_failure_of_a_nested_call_that_is_to_be_stored_commits_with_the_outer_one() throws Exception {
        IdempotentCall<@Nullable String> inner = Shop.call("inner")
                .withOptions(IdempotencyOptions.defaults()
                        .withFailures(FailurePolicy.storing(Set.of(IllegalStateException.class))));
        idempotency.runInTransaction(Shop.call("outer"), attempt -> {
            shop.place(attempt);
            assertThatThrownBy(() -> idempotency.runInTransaction(inner, nested -> {
                        shop.place(nested);
                        idempotency.runInTransaction(Shop.call("innermost"), shop.order());
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            return "value";
        });
        assertThat(shop.count()).isEqualTo(1);
        assertThat(idempotency.runInTransaction(inner, shop.order())).isInstanceOf(Outcome.Rejected.class);
        assertThat(shop.events())
                .filteredOn(event -> event instanceof IdempotencyEvent.Executed)
                .hasSize(1);
        assertThat(idempotency.runInTransaction(Shop.call("innermost"), shop.order()))
                .isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void listeners_are_not_told_of_what_was_undone_with_the_operation_around_it() throws Exception {
        idempotency.runInTransaction(Shop.call("outer"), attempt -> {
            try {
                idempotency.runInTransaction(Shop.call("inner"), nested -> {
                    idempotency.runInTransaction(Shop.call("innermost"), shop.order());
                    // On PostgreSQL the transaction does not go on, whoever hides this.
                    assertThatThrownBy(() -> TestSource.execute(nested.connection(), "INSERT INTO no_table VALUES (1)"))
                            .isInstanceOf(SQLException.class);
                    return "value";
                });
            } catch (TransactionRolledBackException undone) {
                assertThat(undone).hasMessageContaining("inner");
            }
            return "value";
        });
        assertThat(shop.events().stream()
                        .filter(IdempotencyEvent.Executed.class::isInstance)
                        .count())
                .isEqualTo(shop.number("SELECT count(*) FROM " + shop.marks()));
    }

    @Test
    void a_call_within_an_operation_in_the_callers_transaction_joins_it() throws Exception {
        try (Connection own = begin()) {
            idempotency.in(own).runInTransaction(Shop.call("outer"), attempt -> {
                assertThat(idempotency.runInTransaction(Shop.call("inner"), shop.order()))
                        .isInstanceOf(Outcome.Executed.class);
                return "value";
            });
            own.rollback();
        }
        assertThat(shop.count()).isZero();
        assertThat(idempotency.runInTransaction(Shop.call("inner"), shop.order()))
                .isInstanceOf(Outcome.Executed.class);
        assertThat(source.lent()).isZero();
    }

    @Test
    void an_interrupt_of_a_request_that_waits_in_the_callers_transaction_leaves_that_as_it_was() throws Exception {
        try (Connection other = begin();
                Connection own = begin()) {
            idempotency.in(other).runInTransaction(Shop.call("a"), shop.order());
            TestSource.execute(own, "INSERT INTO " + shop.orders() + " VALUES ('before')");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> idempotency
                            .in(own)
                            .runInTransaction(
                                    Shop.call("a")
                                            .withOptions(IdempotencyOptions.defaults()
                                                    .withMaxWait(Duration.ofMinutes(1))),
                                    shop.order()))
                    .isInstanceOf(InterruptedException.class);
            other.rollback();
            // Nothing was kept of the request that gave up.
            assertThat(shop.open().runInTransaction(Shop.call("a"), shop.order()))
                    .isInstanceOf(Outcome.Executed.class);
            own.commit();
        } finally {
            Thread.interrupted();
        }
        assertThat(shop.count()).isEqualTo(2);
    }
}
