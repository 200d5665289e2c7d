package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.store.StoreAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What addresses mean, what is said of those that are wrong, and what is never shown of any. */
class JdbcAddressTest {

    @Test
    void theDriversUrlIsEnough() {
        for (String url : new String[] {
            "jdbc:h2:mem:x;DB_CLOSE_DELAY=-1", "jdbc:postgresql://host:5432/db?user=ann&password=a%26b&ssl=true"
        }) {
            assertThat(parse(url)).isEqualTo(new JdbcAddress(url, JdbcSettings.defaults()));
        }
    }

    @Test
    void theDriverIsNotShownWhatIsOurs() {
        JdbcSettings impatient = JdbcSettings.defaults().withTimeout(Duration.ofMillis(500));
        assertThat(parse("jdbc:h2:mem:x;DB_CLOSE_DELAY=-1?lockkeeper.timeout=500ms"))
                .isEqualTo(new JdbcAddress("jdbc:h2:mem:x;DB_CLOSE_DELAY=-1", impatient));
        assertThat(parse("jdbc:mariadb://host/db?user=ann&lockkeeper.timeout=500ms&password=a%26b"))
                .isEqualTo(new JdbcAddress("jdbc:mariadb://host/db?user=ann&password=a%26b", impatient));
    }

    @Test
    void thePasswordMayStandInAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "sword;fish&\n");
        String url = "jdbc:h2:mem:" + folder.getFileName() + ";DB_CLOSE_DELAY=-1;USER=ann?lockkeeper.password-file=";
        connect(url + file);
        Files.writeString(file, "another");
        assertThatThrownBy(() -> connect(url + file))
                .hasMessageContaining("Wrong user name or password")
                .hasMessageNotContaining("another");
        assertThatThrownBy(() -> connect("jdbc:mariadb://host/db?password=other&lockkeeper.password-file=" + file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has a password and a 'lockkeeper.password-file'")
                .hasMessageNotContaining("other");
    }

    @Test
    void everythingCanBeSaid() {
        JdbcAddress address = parse("jdbc:postgresql://host/db?lockkeeper.schema=ops&lockkeeper.table-prefix=lk_"
                + "&lockkeeper.create-tables=no&lockkeeper.timeout=2s&lockkeeper.claim-time=1s"
                + "&lockkeeper.retention=2h&lockkeeper.connections=3");
        assertThat(address.url()).isEqualTo("jdbc:postgresql://host/db");
        assertThat(address.settings())
                .isEqualTo(JdbcSettings.defaults()
                        .withSchema("ops")
                        .withTablePrefix("lk_")
                        .withCreateTables(false)
                        .withTimeout(Duration.ofSeconds(2))
                        .withClaimTime(Duration.ofSeconds(1))
                        .withRetention(Duration.ofHours(2))
                        .withConnections(3));
    }

    @Test
    void mistakesAreNamedAndPasswordsAreNot() {
        refused("lockkeeper.timeuot=1s", "unknown parameter 'lockkeeper.timeuot'; known are");
        refused("lockkeeper.timeout=2", "a whole number with a unit");
        refused("lockkeeper.timeout=1h", "'timeout' must be between 50ms and 1m, not 1h");
        refused("lockkeeper.claim-time=100ms", "'claim-time' must be between 500ms and 10s, not 100ms");
        refused("lockkeeper.retention=1s", "'retention' must be between 5m and 365d, not 1s");
        refused("lockkeeper.create-tables=maybe", "'create-tables' is yes or no; this one: 'maybe'");
        refused("lockkeeper.connections=many", "'connections' is a number; this one: 'many'");
        refused("lockkeeper.connections=0", "'connections' must be between 1 and 1,000, not 0");
        refused("lockkeeper.schema=a%3Bb", "'schema' is letters, digits and underscores");
        refused("lockkeeper.table-prefix=1x", "'table-prefix' is letters, digits and underscores");
        refused("lockkeeper.timeout", "must have the form name=value");
    }

    @Test
    void aDatabaseThatIsNotThereIsNamedWithoutThePassword() {
        assertThatThrownBy(() -> connect("jdbc:postgresql://127.0.0.1:1/db?user=ann&password=swordfish"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/db?user=ann&*** can't be reached")
                .hasMessageNotContaining("swordfish");
        assertThatThrownBy(() -> connect("jdbc:nothing://host/db?user=ann&password=swordfish"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no driver on the class path for the database jdbc:")
                .hasMessageNotContaining("swordfish")
                .hasNoCause();
    }

    /** Drivers show what they take for a host, a port or a database, and H2 the whole of an address with malformed settings. */
    @Test
    void aPasswordBeforeTheParametersIsRefused() {
        for (String url : new String[] {
            "jdbc:mariadb://ann:swordfish@host/db",
            "jdbc:mariadb:ann:swordfish@host/db",
            "jdbc:mariadb://address=(host=a)(user=ann)(password=swordfish)/db",
            "jdbc:mariadb:replication://address=(host=a)(type=primary)(password=swordfish),b/db",
            "jdbc:mysql://ann:sword;swordfish@host/db",
            "jdbc:mysql://ann:sword&swordfish@host/db",
            "jdbc:mysql://address=(host=a)(port=1)(password=swordfish)/db",
            "jdbc:mysql://(host=a,port=1,user=ann,password=swordfish)/db",
            "jdbc:mysql:loadbalance://a,ann:swordfish@b/db",
            "jdbc:mysql://[(host=a,password=swordfish),b]/db",
            "jdbc:postgresql:ann:swordfish@host",
            "jdbc:postgresql://ann:swordfish@host/db",
            "jdbc:postgresql://host/db&password=swordfish",
            "jdbc:h2:tcp://ann:swordfish@host/db",
            "jdbc:h2:mem:x;PASSWORD=sword;swordfish",
            "jdbc:h2:./file (1)!;USER=ann;PASSWORD=sword;swordfish"
        }) {
            assertThatThrownBy(() -> parse(url))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("?user=…&password=…")
                    .hasMessageNotContaining("swordfish")
                    .hasNoCause();
        }
    }

    @Test
    void whereverNoPasswordIsTheDriversFormsAreAllowed() {
        for (String url : new String[] {
            "jdbc:mariadb://a:1,b:2/db?user=ann&password=swordfish",
            "jdbc:mariadb:sequential://address=(host=a)(port=1)(type=primary),b/db",
            "jdbc:mysql:replication://address=(host=a)(port=1),b/db",
            "jdbc:mysql://(host=a,port=1),(host=b)/db",
            "jdbc:postgresql:db?password=sword@fish",
            "jdbc:postgresql://[::1]:5432,host/db",
            "jdbc:h2:./file (1)!;USER=ann;PASSWORD=sword@fish",
            "jdbc:h2:file:/srv/me@work/db",
            "jdbc:h2:tcp://host:9092/~/db;USER=ann"
        }) {
            assertThat(parse(url).url()).isEqualTo(url);
        }
    }

    /** A source of connections that a program made itself may have an address of any form. */
    @Test
    @RequiresMariaDb
    void theAddressOfAProgramsSourceIsShownWithoutItsPassword() throws SQLException {
        TestDatabase database = TestDatabase.mySqlsDriver();
        database.execute("CREATE USER ann@'127.0.0.1' IDENTIFIED BY 'swordfish'");
        String url = database.url()
                .replaceFirst(
                        "127\\.0\\.0\\.1:(\\d+)/\\w+\\?",
                        "address=(host=127.0.0.1)(port=$1)(user=ann)(password=swordfish)/?")
                .replace("user=lockkeeper&", "");
        try (JdbcStore store = JdbcStore.over(
                new CountedDataSource(url), JdbcSettings.defaults().withCreateTables(false))) {
            assertThatThrownBy(() -> new ClaimsOf("ann").hold(store, "orders", Duration.ofMinutes(1)))
                    .hasMessageContaining("jdbc:mysql://address=(host=127.0.0.1)")
                    .hasMessageNotContaining("swordfish");
        }
    }

    private static void connect(String url) {
        JdbcStore.connect(StoreAddress.parse(url + "&lockkeeper.timeout=1s")).close();
    }

    private static JdbcAddress parse(String url) {
        return JdbcAddress.parse(StoreAddress.parse(url));
    }

    private static void refused(String parameter, String because) {
        for (String url : new String[] {
            "jdbc:mariadb://ann:swordfish@host/db?",
            "jdbc:postgresql://host/db?user=ann&password=swordfish&",
            "jdbc:h2:mem:x;USER=ann;PASSWORD=swordfish?"
        }) {
            assertThatThrownBy(() -> parse(url + parameter))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(because)
                    .hasMessageNotContaining("swordfish");
        }
    }
}
