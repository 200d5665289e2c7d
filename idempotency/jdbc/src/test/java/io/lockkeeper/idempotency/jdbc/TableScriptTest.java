package io.lockkeeper.idempotency.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.IdempotencyOptions;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.databases.Kind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@OnEveryDatabase
class TableScriptTest {

    private final Kind kind;
    private final Shop shop;

    TableScriptTest(Kind kind) throws SQLException {
        this.kind = kind;
        this.shop = Shop.on(kind);
    }

    @Test
    void the_script_makes_the_table_and_does_nothing_the_second_time() throws Exception {
        String database = kind == Kind.NEWER_MARIADB ? "mariadb" : kind.name().toLowerCase(Locale.ROOT);
        JdbcIdempotencySettings settings = shop.settings().withCreateTable(false);
        TransactionalIdempotency idempotency = JdbcIdempotency.transactional(shop.source(), settings);
        assertThatThrownBy(() -> idempotency.runInTransaction(Shop.call("a"), shop.order()))
                .isInstanceOf(IllegalStateException.class);
        for (int time = 0; time < 2; time++) {
            String script = IdempotencyTableScript.of(database, settings);
            for (String command : List.of(Sql.withoutComments(script).split(";\\s*", -1))) {
                if (!command.isBlank()) {
                    shop.execute(command);
                }
            }
        }
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
    }

    @Test
    void the_table_is_made_in_a_schema() throws Exception {
        String schema = "s" + shop.marks();
        shop.execute("CREATE SCHEMA " + schema);
        TransactionalIdempotency idempotency =
                JdbcIdempotency.transactional(shop.source(), shop.settings().withSchema(schema));
        assertThat(idempotency.runInTransaction(Shop.call("a"), shop.order())).isInstanceOf(Outcome.Executed.class);
        assertThat(shop.number("SELECT count(*) FROM " + schema + "." + shop.marks()))
                .isEqualTo(1);
        shop.execute("DROP SCHEMA " + schema + (kind == Kind.POSTGRESQL || kind == Kind.H2 ? " CASCADE" : ""));
    }

    @Test
    void processes_that_begin_at_the_same_time_make_one_table() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Outcome<@Nullable String>>> all = new ArrayList<>();
            for (int process = 0; process < 6; process++) {
                TransactionalIdempotency idempotency = shop.open();
                String id = "id" + process;
                all.add(threads.submit(() -> {
                    start.await();
                    // H2 locks a table whose index is made, and does not say that this is no row.
                    return idempotency.runInTransaction(
                            Shop.call(id)
                                    .withOptions(IdempotencyOptions.defaults().withMaxWait(Shop.PATIENCE)),
                            shop.order());
                }));
            }
            start.countDown();
            for (Future<Outcome<@Nullable String>> one : all) {
                assertThat(one.get(60, TimeUnit.SECONDS)).isInstanceOf(Outcome.Executed.class);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(shop.count()).isEqualTo(6);
    }
}
