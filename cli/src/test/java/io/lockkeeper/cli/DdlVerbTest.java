package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.jdbc.JdbcSettings;
import io.lockkeeper.jdbc.TableScript;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DdlVerbTest {
    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mariadb", "mysql", "h2"})
    void theStatementsOfEveryDatabaseArePrinted(String database) throws Exception {
        try (Lockkeeper ddl = Lockkeeper.ended("memory:x", "ddl", database)) {
            assertThat(ddl.code()).as(ddl.err()).isZero();
            assertThat(ddl.out().strip())
                    .isEqualTo(TableScript.of(database, JdbcSettings.defaults()).strip());
        }
    }

    @Test
    void schemaAndPrefixMayBeOthers() throws Exception {
        try (Lockkeeper ddl =
                Lockkeeper.ended("memory:x", "ddl", "postgresql", "--schema", "ops", "--table-prefix=our_")) {
            assertThat(ddl.out())
                    .contains("CREATE TABLE IF NOT EXISTS ops.our_locks2 (")
                    .contains("CREATE INDEX IF NOT EXISTS our_locks2_minute ON ops.our_locks2 (minutes);");
        }
    }

    @Test
    void ofAnotherDatabaseItIsSaidWhichThereAre() throws Exception {
        try (Lockkeeper ddl = Lockkeeper.ended("memory:x", "ddl", "oracle")) {
            assertThat(ddl.code()).isEqualTo(ExitCode.USAGE);
            assertThat(ddl.err()).contains("oracle", "postgresql, mariadb, mysql, h2");
        }
    }
}
