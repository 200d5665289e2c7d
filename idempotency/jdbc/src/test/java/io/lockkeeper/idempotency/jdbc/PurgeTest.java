package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.databases.Kind;
import io.lockkeeper.servers.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PurgeTest {

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void a_record_that_somebody_has_locked_stays(Kind kind) throws Exception {
        Shop shop = Shop.on(kind);
        TransactionalIdempotency idempotency = shop.open();
        for (String id : new String[] {"a", "b", "c"}) {
            idempotency.runInTransaction(Shop.call(id), attempt -> "value");
        }
        shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
        try (Connection other = shop.connect()) {
            other.setAutoCommit(false);
            // Takes over one whose retention is over: this locks its row.
            idempotency.in(other).runInTransaction(Shop.call("b"), attempt -> "again");
            assertThat(idempotency.purge(10)).isEqualTo(2);
            other.commit();
        }
        assertThat(idempotency.purge(10)).isZero();
        assertThat(idempotency.catalogue().find(Shop.call("b").key())).isPresent();
    }

    @Test
    void a_purge_deletes_no_more_than_it_may_whatever_the_plan() throws Exception {
        Shop shop = Shop.on(Kind.POSTGRESQL);
        String plan = Stream.of("hashagg", "hashjoin", "mergejoin", "sort", "material", "memoize")
                .map(way -> "-c%20enable_" + way + "=off")
                .collect(Collectors.joining("%20"));
        TransactionalIdempotency idempotency = shop.open(new TestSource(shop.url() + "&options=" + plan));
        for (String id : new String[] {"a", "b", "c"}) {
            idempotency.runInTransaction(Shop.call(id), attempt -> "value");
        }
        shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
        assertThat(idempotency.purge(1)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"MARIADB", "MYSQL"})
    void a_purge_does_not_shut_the_keys_of_others(Kind kind) throws Exception {
        Shop shop = Shop.on(kind);
        TestSource source = new TestSource(shop.url(), Connection.TRANSACTION_REPEATABLE_READ, true);
        TransactionalIdempotency idempotency = shop.open(source);
        TransactionalIdempotency other =
                shop.open(new TestSource(shop.url(), Connection.TRANSACTION_REPEATABLE_READ, true));
        idempotency.runInTransaction(Shop.call("old"), attempt -> "value");
        shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
        List<Outcome<@Nullable String>> outcomes = new ArrayList<>();
        source.watch(step -> {
            if (step.startsWith("after DELETE")) {
                try {
                    outcomes.add(other.runInTransaction(Shop.call("new"), shop.order()));
                } catch (SQLException | InterruptedException failure) {
                    throw new IllegalStateException(failure);
                }
            }
        });
        assertThat(idempotency.purge(10)).isEqualTo(1);
        assertThat(outcomes).containsExactly(new Outcome.Executed<>("order new"));
        assertThat(source.faults()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRESQL", "H2"})
    void a_thread_purges_what_is_done_in_the_callers_transactions(Kind kind) throws Exception {
        Shop shop = Shop.on(kind);
        try (TransactionalIdempotency idempotency = JdbcIdempotency.transactional(
                        shop.source(), shop.settings().withPurgeEvery(Duration.ofSeconds(1)));
                Connection own = shop.connect()) {
            own.setAutoCommit(false);
            idempotency.in(own).runInTransaction(Shop.call("a"), attempt -> "value");
            own.commit();
            shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
            Await.until("the purge", Shop.PATIENCE, () -> shop.number("SELECT count(*) FROM " + shop.marks()) == 0);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRESQL", "H2"})
    void a_thread_purges_until_the_end_if_that_is_asked_for(Kind kind) throws Exception {
        Shop shop = Shop.on(kind);
        try (TransactionalIdempotency idempotency =
                JdbcIdempotency.transactional(shop.source(), shop.settings().withPurgeEvery(Duration.ofSeconds(1)))) {
            idempotency.runInTransaction(Shop.call("a"), attempt -> "value");
            shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
            Await.until("the purge", Shop.PATIENCE, () -> shop.number("SELECT count(*) FROM " + shop.marks()) == 0);
        }
    }

    /** REPEATABLE READ is the default of MariaDB and MySQL: there a purge could lock more than what it deletes. */
    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            names = {"POSTGRESQL", "MARIADB", "NEWER_MARIADB", "MYSQL"})
    void while_records_are_purged_keys_that_were_never_used_are_free(Kind kind) throws Exception {
        Shop shop = Shop.on(kind);
        TestSource source = new TestSource(shop.url(), Connection.TRANSACTION_REPEATABLE_READ, true);
        TransactionalIdempotency idempotency = shop.open(source);
        idempotency.runInTransaction(Shop.call("m"), attempt -> "value");
        shop.execute("UPDATE " + shop.marks() + " SET purge_at = 1, purge_minute = 0");
        List<Outcome<@Nullable String>> meanwhile = new ArrayList<>();
        source.atNextCommit(purge -> {
            for (String id : new String[] {"a", "z"}) {
                meanwhile.add(execute(shop, id));
            }
            purge.commit();
        });
        assertThat(idempotency.purge(10)).isEqualTo(1);
        assertThat(meanwhile).containsExactly(new Outcome.Executed<>("order a"), new Outcome.Executed<>("order z"));
        assertThat(source.faults()).isEmpty();
    }

    private static Outcome<@Nullable String> execute(Shop shop, String id) throws SQLException {
        try {
            return shop.open().runInTransaction(Shop.call(id), shop.order());
        } catch (InterruptedException interrupt) {
            throw new IllegalStateException(interrupt);
        }
    }
}
