package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables are made by whoever comes first, even if that are several. */
@OnEveryDatabase
class CreateTablesTest extends DatabaseOfKind {

    private static final int ROUNDS = 10;
    private static final int COMERS = 4;

    CreateTablesTest(Kind kind) {
        super(kind);
    }

    @Test
    void severalMayComeFirstAtOnce() throws SQLException {
        CountedDataSource source = new CountedDataSource(database().url());
        for (int round = 1; round <= ROUNDS; round++) {
            String prefix = "round" + round + "_";
            JdbcSettings settings = JdbcSettings.defaults().withTablePrefix(prefix);
            CyclicBarrier start = new CyclicBarrier(COMERS);
            List<CompletableFuture<Void>> comers = new ArrayList<>();
            for (int comer = 0; comer < COMERS; comer++) {
                comers.add(Aside.run(() -> open(source, settings, start)));
            }
            comers.forEach(each ->
                    each.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join());
            assertThat(database().number("SELECT COUNT(*) FROM " + prefix + "locks2"))
                    .isZero();
        }
    }

    @Test
    void oneThatIsMissingIsMade() throws SQLException {
        CountedDataSource source = new CountedDataSource(database().url());
        JdbcSettings settings = JdbcSettings.defaults().withTablePrefix("some_");
        Database.over(source, settings).close();
        String script;
        try (Connection connection = database().connect()) {
            script = TableScript.of(Dialects.of(connection), settings);
        }
        List<String> tables = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)")
                .matcher(script)
                .results()
                .map(table -> table.group(1))
                .toList();
        assertThat(tables).hasSizeBetween(2, 3);
        for (String table : tables) {
            database().execute("DROP TABLE " + table);
            Database.over(source, settings).close();
            assertThat(database().number("SELECT COUNT(*) FROM " + table)).isZero();
        }
    }

    private static void open(CountedDataSource source, JdbcSettings settings, CyclicBarrier start) {
        try {
            start.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
        Database.over(source, settings).close();
    }
}
