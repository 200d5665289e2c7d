package io.lockkeeper.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.Grant;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The script that people run makes the tables that a store needs. */
class TableScriptTest {

    @Nested
    class OnPostgreSql extends OnAnyDatabase {
        OnPostgreSql() {
            super(TestDatabase::postgreSql, "postgresql");
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnAnyDatabase {
        OnMariaDb() {
            super(TestDatabase::mariaDb, "mariadb");
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMySqlsKin extends OnAnyDatabase {
        OnMySqlsKin() {
            super(TestDatabase::mySqlsDriver, "mysql");
        }
    }

    @Nested
    class OnH2 extends OnAnyDatabase {
        OnH2() {
            super(TestDatabase::h2, "h2");
        }
    }

    @Test
    void ofAnotherDatabaseThereIsNone() {
        assertThatThrownBy(() -> TableScript.of("oracle", JdbcSettings.defaults()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("postgresql, mariadb, mysql, h2");
    }

    @Test
    void withDefaultNamesItIsAFile() throws Exception {
        try (var file = getClass().getResourceAsStream("/lockkeeper-ddl/postgresql.sql")) {
            assertThat(file).isNotNull();
            assertThat(TableScript.of("postgresql", JdbcSettings.defaults()))
                    .isEqualTo(new String(file.readAllBytes(), UTF_8));
        }
    }

    abstract static class OnAnyDatabase extends OneDatabase {

        private final String kind;

        OnAnyDatabase(Supplier<TestDatabase> starter, String kind) {
            super(starter);
            this.kind = kind;
        }

        @Test
        void makesWhatAStoreNeedsThatMakesNothing() throws SQLException {
            worksWith(JdbcSettings.defaults());
        }

        @Test
        void withOtherNamesToo() throws SQLException {
            String schema = kind.equals("mariadb") || kind.equals("mysql") ? "" : "other";
            JdbcSettings named = JdbcSettings.defaults().withTablePrefix("our_");
            if (!schema.isEmpty()) {
                database().execute("CREATE SCHEMA " + schema);
                named = named.withSchema(schema);
            }
            worksWith(named);
        }

        private void worksWith(JdbcSettings settings) throws SQLException {
            for (int time = 0; time < 2; time++) { // The second time it does nothing.
                try (Connection connection = database().connect();
                        Statement statement = connection.createStatement()) {
                    for (String part : TableScript.of(kind, settings).split(";\\s*\\n", -1)) {
                        if (!Sql.withoutComments(part).isBlank()) {
                            statement.execute(part);
                        }
                    }
                }
            }
            CountedDataSource source = new CountedDataSource(database().url());
            try (JdbcStore store = JdbcStore.over(source, settings.withCreateTables(false))) {
                Grant grant = new ClaimsOf("ann").hold(store, "orders", Duration.ofMinutes(1));
                assertThat(grant.firstToken()).isPositive();
            }
        }
    }
}
