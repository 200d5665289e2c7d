package io.lockkeeper.idempotency.dedupe;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is MariaDB's and MySQL's own: the answer comes back as the last insert id, however the driver counts rows. */
class MariaDbTest {

    @ParameterizedTest
    @CsvSource({
        "MARIADB, mariadb, useAffectedRows=true",
        "MARIADB, mariadb, useServerPrepStmts=true",
        "MARIADB, mariadb, allowMultiQueries=true",
        "MARIADB, mysql, useAffectedRows=true",
        "MARIADB, mysql, useServerPrepStmts=true",
        "NEWER_MARIADB, mariadb, useAffectedRows=true",
        "MYSQL, mysql, useAffectedRows=true",
        "MYSQL, mysql, useServerPrepStmts=true",
        "MYSQL, mysql, rewriteBatchedStatements=true",
        "MYSQL, mariadb, permitMysqlScheme=true"
    })
    void theDriverMayCountInAnyWay(Kind kind, String driver, String option) throws Exception {
        Marks marks = Marks.on(kind);
        String ssl = driver.equals("mysql") ? "sslMode=DISABLED" : "sslMode=disable";
        String place = kind.url().substring(kind.url().indexOf("://")).replaceFirst("(?i)sslMode=disabled?", ssl);
        PlainDataSource source = new PlainDataSource("jdbc:" + driver + place + "&" + option);
        DedupeTable table = DedupeTable.open(source, marks.layout(), "billing");
        DedupeTable bounded = table.withWait(Duration.ofSeconds(5));
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            for (DedupeTable each : new DedupeTable[] {table, bounded, table, bounded}) {
                assertThat(each.first(connection, "order-17")).isEqualTo(new DedupeOutcome.First(false));
                assertThat(each.first(connection, "order-17")).isEqualTo(new DedupeOutcome.Repeated());
                Marks.execute(connection, "UPDATE " + marks.layout().table() + " SET expires_at = 1");
                assertThat(each.first(connection, "order-17")).isEqualTo(new DedupeOutcome.First(true));
                assertThat(each.first(connection, "order-17")).isEqualTo(new DedupeOutcome.Repeated());
                connection.rollback();
            }
        }
    }
}
