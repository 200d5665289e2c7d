package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.store.StoreAddress;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that speak another's protocol and bear its name, but keep no locks as it does. */
class PretenderTest extends OneDatabase {

    PretenderTest() {
        super(TestDatabase::postgreSql);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CockroachDB CCL v23.1.11 (x86_64-pc-linux-gnu, built 2023/09/27, go1.19.10)",
                "PostgreSQL 11.2-YB-2.18.0.0-b0 on x86_64-pc-linux-gnu",
                "PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC, Redshift 1.0.30840",
                "PostgreSQL 13.14.0-RisingWave-2.0.1",
                "CrateDB 5.5.0"
            })
    void isRefusedWithASentence(String version) throws SQLException {
        String url = pretending(version);
        assertThatThrownBy(() -> JdbcStore.connect(StoreAddress.parse(url)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("calls itself PostgreSQL, but it is " + version);
    }

    private String pretending(String version) throws SQLException {
        database()
                .execute(
                        "CREATE SCHEMA IF NOT EXISTS pretended",
                        "CREATE OR REPLACE FUNCTION pretended.version() RETURNS text LANGUAGE sql AS $$ SELECT '"
                                + version + "' $$");
        return database().url("options=-c%20search_path=pretended,pg_catalog");
    }

    @Test
    void isShownAsPlainText() throws SQLException {
        String url = pretending("CrateDB \u009b2J\u202e");
        assertThatThrownBy(() -> JdbcStore.connect(StoreAddress.parse(url)))
                .hasMessageContaining("CrateDB \\u009b2J\\u202e");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PostgreSQL 15.13 (Debian 15.13-0+deb12u1) on x86_64-pc-linux-gnu",
                "PostgreSQL 18.6, compiled by Visual C++",
                "EnterpriseDB 15.4.0 (PostgreSQL 15.4)"
            })
    void itsKinIsNot(String version) {
        assertThat(new PostgreSql().refusal(version)).isEmpty();
    }

    @Test
    void ofMySqlToo() {
        assertThat(new MySql().refusal("8.0.11-TiDB-v7.5.0")).isPresent();
        assertThat(new MySql().refusal("9.7.4-2")).isEmpty();
        assertThat(new MariaDb().refusal("11.8.3-MariaDB-0+deb13u1")).isEmpty();
    }

    @Test
    void oneThatIsTooOldIsRefused() {
        assertThat(new PostgreSql().refusal("PostgreSQL 9.6.24 on x86_64-pc-linux-gnu"))
                .contains("it is older than 12");
    }
}
