package io.lockkeeper.jdbc;

import static io.lockkeeper.jdbc.ClaimsOf.answer;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.contract.RecordedSignals;
import io.lockkeeper.contract.Signal;
import io.lockkeeper.store.Grant;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A pool of the user's whose connections see what is not committed. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Kind.class,
        names = {"MARIADB", "H2"})
class UncommittedMailTest extends DatabaseOfKind {

    UncommittedMailTest(Kind kind) {
        super(kind);
    }

    /** Were it a grant, two would hold. */
    @Test
    void whatMayBeUndoneIsNotHeard() throws Exception {
        RecordedSignals heard = new RecordedSignals();
        JdbcSettings settings = JdbcSettings.defaults().withTimeout(Duration.ofMinutes(1));
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database().url());
            pool.setTransactionIsolation("TRANSACTION_READ_UNCOMMITTED");
            try (JdbcStore store = JdbcStore.over(pool, settings);
                    Connection other = database().connect();
                    Statement undone = other.createStatement()) {
                answer(store.listen("eve", heard));
                other.setAutoCommit(false);
                undone.execute(mail("undone"));
                database().execute(mail("committed"));
                Grant held = new ClaimsOf("eve").hold(store, "held", Duration.ofHours(1));
                assertThat(heard.await(PATIENCE, new Signal.Contended("committed")::equals))
                        .isPresent();
                assertThat(heard.heard()).doesNotContain(new Signal.Contended("undone"));
                other.rollback();
                answer(store.release(held));
            }
        }
    }

    /** Or whoever looks for mail would wait for a client that hangs. */
    @Test
    void whatNobodyReadIsDeletedAllTheSame() throws Exception {
        database().open().close();
        try (Connection other = database().connect();
                Statement undone = other.createStatement();
                Database over = Database.over(
                        new CountedDataSource(database().url()),
                        JdbcSettings.defaults().withTimeout(Duration.ofSeconds(2)))) {
            other.setAutoCommit(false);
            undone.execute(mail("undone"));
            database().execute(mail("old", 0));
            new Mailbox(over.connections(), over.sql()).sweep();
            assertThat(database().number("SELECT COUNT(*) FROM lockkeeper_mail2 WHERE sent = 0"))
                    .isZero();
            other.rollback();
        }
    }

    private static String mail(String name) {
        return mail(name, Long.MAX_VALUE);
    }

    private static String mail(String name, long sent) {
        return "INSERT INTO lockkeeper_mail2 (client, sent, text) VALUES ('eve', " + sent + ", 'contended\n" + name
                + "')";
    }
}
