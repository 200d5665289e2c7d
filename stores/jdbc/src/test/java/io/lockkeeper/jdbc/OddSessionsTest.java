package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions of MariaDB and MySQL in which some forms of statements fail. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Kind.class,
        names = {"MARIADB", "MYSQL"})
class OddSessionsTest extends DatabaseOfKind {

    private static final Duration LEASE = Duration.ofHours(1);
    private static final AtomicInteger NUMBER = new AtomicInteger();

    OddSessionsTest(Kind kind) {
        super(kind);
    }

    @Test
    void thereIsNoDefaultDatabase() throws Exception {
        String url = database().url();
        String schema = url.replaceFirst(".*/(\\w+)\\?.*", "$1");
        assertThatAllWorks(url.replace("/" + schema + "?", "/?"), settings().withSchema(schema));
    }

    @Test
    void updatesAreSafe() throws Exception {
        String url = database().url("sessionVariables=sql_safe_updates=1");
        assertThat(new TestDatabase(url).number("SELECT @@sql_safe_updates")).isEqualTo(1);
        assertThatAllWorks(url, settings());
    }

    /** They would be read again and again. */
    @Test
    void messagesThatCannotBeDeletedAreLogged() throws Exception {
        JdbcSettings settings = settings();
        String mail = settings.tablePrefix() + "mail2";
        try (Logged logged = Logged.of("io.lockkeeper.jdbc");
                Database over = Database.open(database().url(), settings)) {
            send(mail, "eve", 1);
            database()
                    .execute("CREATE TRIGGER kept BEFORE DELETE ON " + mail
                            + " FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'it is kept'");
            Mailbox mailbox = new Mailbox(over.connections(), over.sql());
            for (int look = 0; look < 2; look++) {
                assertThat(mailbox.read("eve", text -> true)).isFalse();
            }
            assertThat(logged.texts())
                    .filteredOn(text -> text.contains("it is kept"))
                    .hasSize(1);
        }
    }

    private static JdbcSettings settings() {
        return JdbcSettings.defaults()
                .withTablePrefix("odd" + NUMBER.incrementAndGet() + "_")
                .withTimeout(Duration.ofSeconds(30));
    }

    /** In a pool of our own, and in one of somebody else. */
    private void assertThatAllWorks(String url, JdbcSettings settings) throws Exception {
        try (Database own = Database.open(url, settings);
                Database over = Database.over(new CountedDataSource(url), settings)) {
            assertThatAllWorks(own, settings.tablePrefix());
            assertThatAllWorks(over, settings.tablePrefix());
        }
    }

    private void assertThatAllWorks(Database database, String prefix) throws Exception {
        LockTable table = new LockTable(
                database.connections(), database.dialect(), database.sql(), database.failures(), 2_000_000);
        ClaimOutcome outcome = table.claim(new ClaimsOf("ann").now("orders", LEASE), () -> false);
        assertThat(outcome).isInstanceOf(ClaimOutcome.Granted.class);
        Grant grant = ((ClaimOutcome.Granted) outcome).grant();
        assertThat(table.renew(List.of(new Renewal(grant, LEASE)), () -> false).renewed())
                .containsOnlyKeys(grant.claim());
        assertThat(table.release(grant)).isTrue();
        assertThat(table.sweep(-120_000_000, 10)).isEqualTo(1);
        send(prefix + "mail2", "eve", Long.MAX_VALUE);
        send(prefix + "mail2", "dead", 0);
        Mailbox mailbox = new Mailbox(database.connections(), database.sql());
        assertThat(mailbox.read("eve", text -> true)).isFalse();
        mailbox.sweep();
        assertThat(database().number("SELECT COUNT(*) FROM " + prefix + "mail2"))
                .isZero();
    }

    private void send(String mail, String client, long sent) throws Exception {
        database()
                .execute("INSERT INTO " + mail + " (client, sent, text) VALUES ('" + client + "', " + sent
                        + ", 'contended\norders')");
    }
}
