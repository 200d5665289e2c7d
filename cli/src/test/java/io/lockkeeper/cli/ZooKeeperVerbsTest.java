package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.servers.ZooKeeperServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code run}, {@code list}, {@code show} and {@code release} on a real ZooKeeper, below a path of their own. */
final class ZooKeeperVerbsTest {
    private static ZooKeeperServer server;

    @BeforeAll
    static void start() {
        server = ZooKeeperServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String url() {
        return server.url() + "/apps/nightly";
    }

    private static Lockkeeper ended(String... words) throws Exception {
        return Lockkeeper.ended(url(), words);
    }

    private static Lockkeeper holder(String name) throws Exception {
        return Lockkeeper.start(url(), "run", "--description", "nightly", name, "--", "sh", "-c", "echo held; sleep 60")
                .says("held");
    }

    @Test
    void listAndShowTellWhoHoldsAndWhoWaits() throws Exception {
        try (Lockkeeper holder = holder("list:a");
                Lockkeeper waiter = Lockkeeper.start(url(), "run", "-v", "list:a", "--", "true")) {
            waiter.complains("waiting for 'list:a'");
            try (Lockkeeper list = ended("list", "list:");
                    Lockkeeper other = Lockkeeper.ended(server.url(), "list");
                    Lockkeeper show = ended("show", "list:a", "--json")) {
                assertThat(list.out().lines().skip(1))
                        .singleElement()
                        .asString()
                        .startsWith("list:a ")
                        .contains("pid " + holder.pid() + ": nightly");
                assertThat(other.out())
                        .as("what is elsewhere in the same ensemble")
                        .isEmpty();
                JsonObject lock = JsonParser.object().from(show.out());
                assertThat(lock.getBoolean("held")).isTrue();
                assertThat(lock.isNull("remainingMillis"))
                        .as("there is no lease")
                        .isTrue();
                assertThat(Long.parseLong(lock.getString("token"))).isPositive();
                assertThat(lock.getObject("holder").getLong("pid")).isEqualTo(holder.pid());
                assertThat(lock.getArray("waiters").getObject(0).getLong("pid")).isEqualTo(waiter.pid());
            }
        }
    }

    @Test
    void releaseTakesALockAwayAndItsCommandEnds() throws Exception {
        try (Lockkeeper holder = holder("release");
                Lockkeeper forced = ended("release", "release", "--force", "--json");
                Lockkeeper nobody = ended("release", "nobody", "--force")) {
            assertThat(forced.code()).as(forced.err()).isZero();
            assertThat(forced.out()).contains("\"pid\":" + holder.pid());
            assertThat(holder.code()).as(holder.err()).isEqualTo(76);
            assertThat(nobody.out() + nobody.err()).doesNotContain("Exception");
        }
    }
}
