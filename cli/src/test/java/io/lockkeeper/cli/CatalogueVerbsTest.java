package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.servers.RedisServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code list}, {@code show}, {@code watch} and {@code release} on a real Redis. */
final class CatalogueVerbsTest {
    private static RedisServer redis;

    @BeforeAll
    static void startRedis() {
        redis = RedisServer.start();
    }

    @AfterAll
    static void stopRedis() {
        redis.close();
    }

    private static Lockkeeper ended(String... words) throws Exception {
        return Lockkeeper.ended(redis.url(), words);
    }

    private static Lockkeeper holder(String name) throws Exception {
        return Lockkeeper.start(
                        redis.url(), "run", "--description", "nightly", name, "--", "sh", "-c", "echo held; sleep 60")
                .says("held");
    }

    @Test
    void listShowsLocksByNameAndPrefix() throws Exception {
        try (Lockkeeper b = holder("list:b");
                Lockkeeper a = holder("list:a");
                Lockkeeper all = ended("list", "list:");
                Lockkeeper one = ended("list", "list:b", "--json");
                Lockkeeper short1 = ended("list", "list:", "--limit", "1");
                Lockkeeper none = ended("list", "nothing")) {
            List<String> lines = all.out().lines().toList();
            assertThat(lines).hasSize(3);
            assertThat(lines.get(0)).containsSubsequence("NAME", "HOLDER", "FOR", "LEASE", "TOKEN", "WAITING");
            assertThat(lines.get(1)).startsWith("list:a ").contains("pid " + a.pid() + ": nightly");
            assertThat(lines.get(2)).startsWith("list:b ").contains("pid " + b.pid());
            JsonArray array = JsonParser.array().from(one.out());
            assertThat(array).hasSize(1);
            assertThat(array.getObject(0).getString("name")).isEqualTo("list:b");
            assertThat(short1.out().lines()).hasSize(2);
            assertThat(short1.err()).contains("there are more");
            assertThat(none.code()).isZero();
            assertThat(none.out()).isEmpty();
        }
    }

    @Test
    void showTellsAllAboutOneLock() throws Exception {
        try (Lockkeeper holder = holder("show");
                Lockkeeper waiter = Lockkeeper.start(redis.url(), "run", "-v", "show", "--", "true")) {
            waiter.complains("waiting for 'show'");
            try (Lockkeeper text = ended("show", "show");
                    Lockkeeper json = ended("show", "show", "--json")) {
                assertThat(text.code()).isZero();
                assertThat(text.out())
                        .contains("state        held", "pid          " + holder.pid(), "thread       main")
                        .contains(
                                "description  nightly",
                                "since        20",
                                "token        ",
                                "ends in ",
                                "waiting      1");
                JsonObject lock = JsonParser.object().from(json.out());
                assertThat(lock.keySet())
                        .containsExactlyInAnyOrder(
                                "name", "held", "holder", "since", "token", "remainingMillis", "waiters");
                assertThat(lock.getBoolean("held")).isTrue();
                assertThat(lock.getLong("remainingMillis")).isBetween(1L, 30_000L);
                assertThat(Long.parseLong(lock.getString("token"))).isPositive();
                assertThat(lock.getObject("holder").keySet())
                        .containsExactlyInAnyOrder("host", "pid", "thread", "description", "processGroup", "client");
                assertThat(lock.getObject("holder").getLong("pid")).isEqualTo(holder.pid());
                assertThat(lock.getArray("waiters").getObject(0).getLong("pid")).isEqualTo(waiter.pid());
            }
        }
    }

    @Test
    void aLockThatIsUnknownIsFree() throws Exception {
        try (Lockkeeper text = ended("show", "unknown");
                Lockkeeper json = ended("show", "unknown", "--json")) {
            assertThat(text.code()).isEqualTo(3);
            assertThat(json.code()).isEqualTo(3);
            assertThat(text.out()).contains("state        free");
            JsonObject lock = JsonParser.object().from(json.out());
            assertThat(lock.getBoolean("held")).isFalse();
            assertThat(lock.isNull("holder")).isTrue();
        }
    }

    @Test
    void watchPrintsALineForEachChange() throws Exception {
        try (Lockkeeper text = Lockkeeper.start(redis.url(), "watch", "watch", "--interval", "20ms");
                Lockkeeper json = Lockkeeper.start(redis.url(), "watch", "watch", "--interval", "20ms", "--json")) {
            text.says("  free\n");
            json.says("\"held\":false");
            try (Lockkeeper holder = holder("watch")) {
                text.says("held by ");
                json.says("\"pid\":" + holder.pid());
                holder.send("TERM");
                holder.code();
            }
            Eventually.until("it is free again", () -> text.out().lines().count() >= 3);
            text.send("INT");
            assertThat(text.code()).isEqualTo(130);
            List<String> states = new ArrayList<>();
            text.out().lines().forEach(line -> states.add(line.replaceAll("^\\S+ +(free|held).*", "$1")));
            assertThat(states).containsExactly("free", "held", "free");
            for (String line : json.out().lines().toList()) {
                assertThat(JsonParser.object().from(line)).containsKeys("at", "name", "held");
            }
        }
    }

    @Test
    void watchLooksOnWhenTheStoreIsAwayForAWhile() throws Exception {
        try (RedisServer other = RedisServer.start();
                Lockkeeper watch = Lockkeeper.start(other.url(), "watch", "a", "--interval", "20ms")) {
            watch.says("free");
            other.kill();
            watch.complains("the store does not answer");
            assertThat(watch.isAlive()).isTrue();
        }
    }

    @Test
    void releaseTakesALockAway() throws Exception {
        try (Lockkeeper holder = holder("release");
                Lockkeeper unforced = ended("release", "release");
                Lockkeeper forced = ended("release", "release", "--force", "--json");
                Lockkeeper nobody = ended("release", "nobody", "--force")) {
            assertThat(unforced.code()).isEqualTo(64);
            assertThat(unforced.err()).contains("--force");
            assertThat(forced.code()).isZero();
            JsonObject json = JsonParser.object().from(forced.out());
            assertThat(json.getBoolean("released")).isTrue();
            assertThat(json.getObject("holder").getLong("pid")).isEqualTo(holder.pid());
            assertThat(nobody.code()).isZero();
            assertThat(nobody.out()).isEqualTo("Nobody held the lock 'nobody'.\n");
        }
    }

    @Test
    void aStoreThatCannotTakeLocksAwaySaysSo(@TempDir Path folder) throws Exception {
        try (Lockkeeper release = Lockkeeper.ended("file:" + folder, "release", "a", "--force", "--wait", "0s")) {
            assertThat(release.code()).isEqualTo(64);
            assertThat(release.err()).contains("cannot take a lock from its holder");
        }
    }
}
