package io.lockkeeper.etcd;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.Contender;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.TlsIdentity;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.Grant;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Locks over TLS. */
@RequiresEtcd
class TlsTest {

    private static final String CA = "cacert=" + encoded(TlsIdentity.shared().certificatePem());
    private static final String OWN = "cert=" + encoded(TlsIdentity.shared().certificatePem()) + "&key="
            + encoded(TlsIdentity.shared().keyPem());

    @Nested
    class OfTheServer extends WithEtcd {
        OfTheServer() {
            super(EtcdServer.startWithTls());
        }

        @Test
        void requestsAndWatchesGoOverVerifiedConnections() {
            handOver(this, etcd.url() + "?timeout=10s&" + CA);
        }

        @Test
        void aServerThatIsNotTrustedIsRefused() {
            assertThatThrownBy(() -> open(etcd.url()))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("can't be reached");
        }
    }

    @Nested
    class OfBoth extends WithEtcd {
        OfBoth() {
            super(EtcdServer.startWithTls(
                    "--client-cert-auth",
                    "--trusted-ca-file",
                    TlsIdentity.shared().certificatePem().toString()));
        }

        @Test
        void aClientWithACertificateIsLetIn() {
            handOver(this, etcd.url() + "?timeout=10s&" + CA + "&" + OWN);
        }

        @Test
        void aClientWithoutOneIsNot() {
            assertThatThrownBy(() -> open(etcd.url() + "?" + CA)).isInstanceOf(StoreUnavailableException.class);
        }
    }

    private static void handOver(WithEtcd test, String url) {
        try (Contender ann = test.contender(url);
                Contender bob = test.contender(url)) {
            Grant grant = ann.hold("orders");
            Claim claim = bob.queue("orders");
            ann.release(grant);
            bob.awaitGrant(claim);
        }
    }

    private static String encoded(Path file) {
        return URLEncoder.encode(file.toString(), StandardCharsets.UTF_8);
    }
}
