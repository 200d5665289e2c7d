package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.ZooKeeperServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * COMMAND runs on stores whose sessions are shorter than the usual lease, for longer than a session. Sessions of a few
 * seconds would end on a machine that runs other tests meanwhile.
 */
final class RunSessionTest {

    @ParameterizedTest
    @ValueSource(strings = {"ttl=8s", "ttl=12s"})
    @RequiresEtcd
    void aCommandRunsInAShortSessionOfEtcd(String session) throws Exception {
        try (EtcdServer etcd = EtcdServer.start()) {
            assertThatACommandRuns(etcd.url() + "?" + session);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"session=10s"})
    void aCommandRunsInAShortSessionOfZooKeeper(String session) throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            assertThatACommandRuns(server.url() + "?" + session);
        }
    }

    @Test
    void aSessionThatIsTooShortIsRefusedBeforeAnythingRuns() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start();
                Lockkeeper run = Lockkeeper.ended(server.url() + "?session=2s", "run", "a", "--", "echo", "ran")) {
            assertThat(run.out()).isEmpty();
            // A machine that stands still for more than a second loses it before the first look.
            if (run.code() == 76) {
                assertThat(run.err()).endsWith("lockkeeper: the lock 'a' was lost before COMMAND began\n");
            } else {
                assertThat(run.code()).as(run.err()).isEqualTo(69);
                assertThat(run.err())
                        .contains("the session with the store leaves ")
                        .contains("session=10s (ZooKeeper)");
            }
        }
    }

    private static void assertThatACommandRuns(String store) throws Exception {
        try (Lockkeeper plain = Lockkeeper.start(store, "run", "a", "--", "sh", "-c", "sleep 14; exit 7");
                Lockkeeper patient =
                        Lockkeeper.start(store, "run", "--grace", "20s", "b", "--", "sh", "-c", "sleep 14; exit 6")) {
            assertThat(patient.code()).as(patient.err()).isEqualTo(6);
            assertThat(plain.code()).as(plain.err()).isEqualTo(7);
            assertThat(plain.err()).isEmpty();
        }
    }
}
