package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
        refused("lockkeeper.timeout=2", "a number and a unit");
        refused("lockkeeper.timeout=1h", "'timeout' is from 50ms to 1m; this one: 1h");
        refused("lockkeeper.claim-time=100ms", "'claim-time' is from 500ms to 10s; this one: 100ms");
        refused("lockkeeper.retention=1s", "'retention' is from 5m to 365d; this one: 1s");
        refused("lockkeeper.create-tables=maybe", "'create-tables' is yes or no; this one: 'maybe'");
        refused("lockkeeper.connections=many", "'connections' is a number; this one: 'many'");
        refused("lockkeeper.connections=0", "'connections' is from 1 to 1,000; this one: 0");
        refused("lockkeeper.schema=a%3Bb", "'schema' is letters, digits and underscores");
        refused("lockkeeper.table-prefix=1x", "'table-prefix' is letters, digits and underscores");
        refused("lockkeeper.timeout", "reads name=value");
    }

    @Test
    void thePlaceIsShownWithoutWhatDriversPutBehindIt() {
        assertThat(Database.place(null)).isEmpty();
        assertThat(Database.place("jdbc:postgresql://host:5432/db?user=ann&password=swordfish"))
                .isEqualTo("jdbc:postgresql://host:5432/db");
        assertThat(Database.place("jdbc:h2:mem:x;USER=ann;PASSWORD=swordfish")).isEqualTo("jdbc:h2:mem:x");
        assertThat(Database.place("jdbc:h2:file:/srv/me@work/db")).isEqualTo("jdbc:h2:file:/srv/me@work/db");
        assertThat(Database.place("jdbc:h2:tcp://host/db;USER=ann;PASSWORD=swordfish"))
                .isEqualTo("jdbc:h2:tcp://host/db");
    }

    /** A password may have the very characters at which an address is cut. */
    @Test
    void aPlaceThatMayBeAPasswordIsNotShown() {
        for (String password : new String[] {"swordf?ish", "swordf;ish", "x@swordf?ish", "swordf/i?sh"}) {
            for (String url : new String[] {"jdbc:mariadb://ann:@host/db", "jdbc:mariadb:ann:@host/db"}) {
                assertThat(Database.place(url.replace("@", password + "@")))
                        .as(password)
                        .isEqualTo("jdbc:mariadb:***");
            }
        }
        assertThat(Database.place("jdbc:mariadb://host/db?password=sw@rdfish")).isEqualTo("jdbc:mariadb:***");
        assertThat(Database.place("jdbc:postgresql:db&password=swordfish")).isEqualTo("jdbc:postgresql:***");
        assertThat(Database.place("jdbc:sqlserver://host;password=a&b//swordfish"))
                .isEqualTo("jdbc:sqlserver://host");
    }

    @Test
    void aDatabaseThatIsNotThereIsNamedWithoutThePassword() {
        assertThatThrownBy(() -> connect("jdbc:postgresql://127.0.0.1:1/db?user=ann&password=swordfish"))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("jdbc:postgresql://127.0.0.1:1/db can't be reached")
                .hasMessageNotContaining("swordfish");
        assertThatThrownBy(() -> connect("jdbc:nothing://host/db?user=ann&password=swordfish"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no driver on the class path for the database jdbc:nothing://host/db")
                .hasMessageNotContaining("swordfish")
                .hasNoCause();
    }

    /** A driver would take it for a host or a port, and show it. */
    @Test
    void aPasswordBeforeTheHostIsRefused() {
        for (String url : new String[] {
            "jdbc:mariadb://ann:swordfish@host/db",
            "jdbc:mariadb:ann:swordfish@host/db",
            "jdbc:mysql://ann:sword;swordfish@host/db",
            "jdbc:mysql://ann:sword&swordfish@host/db",
            "jdbc:postgresql:ann:swordfish@host/db"
        }) {
            assertThatThrownBy(() -> parse(url))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("?user=…&password=…")
                    .hasMessageNotContaining("swordfish")
                    .hasNoCause();
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
