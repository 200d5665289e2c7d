package io.lockkeeper.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.TlsIdentity;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Locks over TLS. */
class TlsTest {

    private static final TlsIdentity IDENTITY = TlsIdentity.shared();

    @TempDir
    Path folder;

    private final int port = FreePorts.take();
    private final String url = "zks://127.0.0.1:" + port + "?timeout=10s";
    private final String trusting = url + "&cacert=" + encoded(IDENTITY.certificatePem());

    @AfterEach
    void giveBack() {
        FreePorts.giveBack(port);
    }

    @Test
    void a_server_s_certificate_is_checked() {
        try (ZooKeeperServer server = ZooKeeperServer.startWithTls(port, "none")) {
            assertThat(server.port()).isNotEqualTo(port);
            handOver(trusting);
            assertThatThrownBy(() -> WithZooKeeper.open(url.replace("10s", "2s")))
                    .isInstanceOf(StoreUnavailableException.class)
                    .message()
                    .containsAnyOf(
                            "can't be reached", "gives no answer"); // The second on a busy machine, within 700 ms.
        }
    }

    @Test
    void a_client_shows_its_own_where_it_has_to() throws IOException {
        Path own = Files.writeString(
                folder.resolve("own.pem"),
                Files.readString(IDENTITY.certificatePem(), UTF_8) + Files.readString(IDENTITY.keyPem(), UTF_8));
        try (ZooKeeperServer server = ZooKeeperServer.startWithTls(port, "need")) {
            assertThat(server.port()).isNotEqualTo(port);
            handOver(trusting + "&cert=" + encoded(own));
            assertThatThrownBy(() -> WithZooKeeper.open(trusting.replace("10s", "2s")))
                    .isInstanceOf(StoreUnavailableException.class);
        }
    }

    private static void handOver(String url) {
        try (Contender ann = new Contenders(url).contender();
                Contender bob = new Contenders(url).contender()) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            ann.release(grant);
            bob.awaitGrant(claim);
        }
    }

    private static String encoded(Path file) {
        return URLEncoder.encode(file.toString(), UTF_8);
    }
}
