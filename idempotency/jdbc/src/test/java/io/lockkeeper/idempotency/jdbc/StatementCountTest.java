package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.databases.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Beside the statements of the operation; MySQL sets and restores the time for which it waits. */
class StatementCountTest {

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, 2, 1", "MARIADB, 2, 1", "NEWER_MARIADB, 2, 1", "MYSQL, 4, 4"})
    void an_operation_costs_two_statements_more_and_a_repeat_one(Kind kind, int first, int repeat) throws Exception {
        Shop shop = Shop.on(kind);
        TestSource source = shop.source();
        TransactionalIdempotency idempotency = shop.open(source);
        idempotency.runInTransaction(Shop.call("before"), attempt -> "value");
        int before = source.allStatements();
        idempotency.runInTransaction(Shop.call("a"), attempt -> "value");
        assertThat(source.allStatements() - before).isEqualTo(first);
        idempotency.runInTransaction(Shop.call("a"), attempt -> "value");
        assertThat(source.allStatements() - before - first).isEqualTo(repeat);
    }
}
