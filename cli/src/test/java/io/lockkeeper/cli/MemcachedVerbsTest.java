package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RequiresMemcached;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The verbs on a store that can neither list its locks nor give tokens. */
@RequiresMemcached
final class MemcachedVerbsTest {
    private final MemcachedServer memcached = MemcachedServer.start();

    @AfterEach
    void stop() {
        memcached.close();
    }

    private Lockkeeper ended(String... words) throws Exception {
        return Lockkeeper.ended(memcached.url(), words);
    }

    private Lockkeeper holder() throws Exception {
        return Lockkeeper.start(
                        memcached.url(),
                        "run",
                        "--renew-lease",
                        "3s",
                        "--description",
                        "nightly",
                        "a",
                        "--",
                        "sh",
                        "-c",
                        "echo \"held with '$LOCKKEEPER_TOKEN'\"; sleep 60")
                .says("held");
    }

    @Test
    void runHoldsTheLockWithoutAToken() throws Exception {
        try (Lockkeeper holder = holder();
                Lockkeeper other = ended("run", "--no-wait", "-v", "a", "--", "true");
                Lockkeeper free = ended("run", "-v", "b", "--", "true")) {
            assertThat(holder.out()).isEqualTo("held with ''\n");
            assertThat(other.code()).isEqualTo(75);
            assertThat(other.err()).contains("pid " + holder.pid(), "nightly");
            assertThat(free.code()).isZero();
            assertThat(free.err()).contains("got the lock 'b'\n");
        }
    }

    @Test
    void listSaysThatItCannotAndWhatCan() throws Exception {
        try (Lockkeeper list = ended("list")) {
            assertThat(list.code()).isEqualTo(64);
            assertThat(list.err())
                    .contains("This store (one memcached) cannot list its locks")
                    .contains("lockkeeper show NAME");
        }
    }

    @Test
    void showTellsWhatIsKnown() throws Exception {
        try (Lockkeeper holder = holder();
                Lockkeeper text = ended("show", "a");
                Lockkeeper json = ended("show", "a", "--json");
                Lockkeeper free = ended("show", "b")) {
            assertThat(text.out())
                    .contains("state        held", "pid          " + holder.pid(), "description  nightly")
                    .contains("since        20", "waiting      unknown")
                    .doesNotContain("token", "lease");
            JsonObject lock = JsonParser.object().from(json.out());
            assertThat(lock.isNull("token")).isTrue();
            assertThat(lock.isNull("remainingMillis")).isTrue();
            assertThat(lock.isNull("waiters")).isTrue();
            assertThat(free.code()).isEqualTo(3);
            assertThat(free.out()).contains("state        free");
        }
    }

    @Test
    void releaseTakesTheLockAwayAndTheHolderEnds() throws Exception {
        try (Lockkeeper holder = holder();
                Lockkeeper release = ended("release", "a", "--force", "--wait", "0s")) {
            assertThat(release.code()).as(release.err()).isZero();
            assertThat(release.out()).contains("Took the lock 'a' away from", "nightly");
            assertThat(holder.code()).isEqualTo(76);
        }
    }

    @Test
    void aServerThatIsNotThereIsNoFault() throws Exception {
        memcached.kill();
        try (Lockkeeper run = ended("run", "a", "--", "echo", "never")) {
            assertThat(run.code()).isEqualTo(69);
            String server = "127.0.0.1:" + memcached.port();
            assertThat(run.err())
                    .isEqualTo("lockkeeper: memcached at " + server + " can't be reached: " + server
                            + " refused the connection. Check the port, and whether the server runs.\n");
        }
    }
}
