package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MySqlServer;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresNewer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A cluster in which several servers may write refuses locks that must not be held twice. */
class SeveralWritersTest {

    private static final Path GALERA = Path.of("/usr/lib/galera/libgalera_smm.so");

    /** A real one, of one server. */
    @Test
    @RequiresMariaDb
    void onGalera() throws InterruptedException {
        Assumptions.assumeTrue(
                Files.exists(GALERA) || "true".equals(System.getenv("CI")), "there is no " + GALERA + " here");
        int port = FreePorts.take();
        try (MariaDbServer server = MariaDbServer.start(
                "--wsrep-on=ON",
                "--wsrep-new-cluster",
                "--wsrep-provider=" + GALERA,
                "--wsrep-cluster-address=gcomm://",
                "--wsrep-node-address=127.0.0.1",
                "--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:" + port,
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2")) {
            assertRefuses(server.url(), "wsrep_on is ON");
        } finally {
            FreePorts.giveBack(port);
        }
    }

    /** A real server with the plugin, of a group that it has not joined. */
    @Test
    @RequiresNewer("mysql")
    void onMySqlsGroupReplication() throws InterruptedException {
        try (MySqlServer server = MySqlServer.start(
                "--plugin-load-add=group_replication.so", "--group-replication-single-primary-mode=OFF")) {
            assertRefuses(server.url(), "group_replication_single_primary_mode is OFF");
        }
    }

    private static void assertRefuses(String url, String evidence) throws InterruptedException {
        assertThatThrownBy(() -> SessionLock.acquire(new CountedDataSource(url), "orders", Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(evidence);
        try (LockClient locks = LockClient.connect(url + "&lockkeeper.timeout=30s")) {
            LockOptions fenced = LockOptions.defaults().withPurpose(Purpose.FENCED);
            assertThatThrownBy(() -> locks.lock("orders").acquire(fenced))
                    .isInstanceOf(WeakGuaranteeException.class)
                    .hasMessageContaining(evidence);
            assertThat(locks.lock("orders").acquire().isHeld()).isTrue();
        }
    }
}
