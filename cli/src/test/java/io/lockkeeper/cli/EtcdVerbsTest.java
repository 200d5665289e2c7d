package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import org.junit.jupiter.api.Test;

/** {@code run}, {@code list}, {@code show} and {@code release} on a real etcd. */
@RequiresEtcd
final class EtcdVerbsTest {

    @Test
    void aLockIsShownAndTakenAwayAndItsCommandEnds() throws Exception {
        try (EtcdServer etcd = EtcdServer.start();
                Lockkeeper holder = Lockkeeper.start(
                                etcd.url(),
                                "run",
                                "--description",
                                "nightly",
                                "a",
                                "--",
                                "sh",
                                "-c",
                                "echo held; sleep 60")
                        .says("held");
                Lockkeeper waiter = Lockkeeper.start(etcd.url(), "run", "-v", "a", "--", "echo", "mine")) {
            waiter.complains("waiting for 'a'");
            try (Lockkeeper list = Lockkeeper.ended(etcd.url(), "list");
                    Lockkeeper show = Lockkeeper.ended(etcd.url(), "show", "a", "--json")) {
                assertThat(list.out()).contains("pid " + holder.pid() + ": nightly");
                JsonObject lock = JsonParser.object().from(show.out());
                assertThat(lock.getBoolean("held")).isTrue();
                assertThat(Long.parseLong(lock.getString("token"))).isPositive();
                assertThat(lock.getLong("remainingMillis")).isBetween(1L, 30_000L);
                assertThat(lock.getArray("waiters").getObject(0).getLong("pid")).isEqualTo(waiter.pid());
            }
            try (Lockkeeper released = Lockkeeper.ended(etcd.url(), "release", "a", "--force")) {
                assertThat(released.code()).isZero();
            }
            assertThat(holder.code()).as(holder.err()).isNotZero();
            waiter.says("mine");
            assertThat(waiter.code()).as(waiter.err()).isZero();
        }
    }
}
