package io.lockkeeper.packages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.packages.MinimalRoot.Finished;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.servers.TempDirectory;
import io.lockkeeper.servers.TlsIdentity;
import io.lockkeeper.servers.ZooKeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The linked runtime has what each store needs, to log in and to encrypt. */
@TestInstance(Lifecycle.PER_CLASS)
final class StoresOverTlsTest {
    private static final TlsIdentity IDENTITY = TlsIdentity.shared();
    private static final String TRUSTED = "timeout=10s&cacert=%2Fetc%2Fca.pem";

    private MinimalRoot root;
    private String program;

    @BeforeAll
    void unpack() throws Exception {
        Path archive = Release.archive();
        root = MinimalRoot.create();
        MinimalRoot.outside("tar", "-xzf", archive.toString(), "-C", root.path() + "/opt");
        program = "/opt/" + archive.getFileName().toString().replace(".tar.gz", "") + "/bin/lockkeeper";
        root.put(IDENTITY.certificatePem(), "etc/ca.pem");
    }

    @AfterAll
    void remove() throws Exception {
        if (root != null) {
            root.close();
        }
    }

    @Test
    void redis() throws Exception {
        try (LoopbackServer redis =
                RedisServer.configure().tls().password("secret").start()) {
            runs(redis.url() + "?" + TRUSTED);
        }
    }

    @Test
    @RequiresEtcd
    void etcd() throws Exception {
        try (EtcdServer etcd = EtcdServer.startWithTls()) {
            runs(etcd.url() + "?" + TRUSTED);
        }
    }

    @Test
    void zookeeper() throws Exception {
        int port = FreePorts.take();
        try (ZooKeeperServer zookeeper = ZooKeeperServer.startWithTls(port, "none")) {
            assertThat(zookeeper.port()).isNotEqualTo(port);
            runs("zks://127.0.0.1:" + port + "?" + TRUSTED);
        } finally {
            FreePorts.giveBack(port);
        }
    }

    @Test
    @RequiresMemcached
    void memcached() throws Exception {
        try (MemcachedServer memcached = MemcachedServer.startWithTls()) {
            runs(memcached.url() + "?" + TRUSTED);
        }
    }

    @Test
    void postgresql() throws Exception {
        try (TempDirectory folder = TempDirectory.create("key")) {
            // It takes no key that others may read.
            Path key = folder.write("server.key", Files.readString(IDENTITY.keyPem(), UTF_8));
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            try (PostgresServer postgres = PostgresServer.start(
                    "ssl=on", "ssl_cert_file=" + IDENTITY.certificatePem(), "ssl_key_file=" + key)) {
                runs(postgres.url() + "&sslmode=verify-full&sslrootcert=/etc/ca.pem");
            }
        }
    }

    @Test
    @RequiresMariaDb
    void mariadb() throws Exception {
        try (MariaDbServer mariadb = MariaDbServer.start(
                "--ssl", "--ssl-cert=" + IDENTITY.certificatePem(), "--ssl-key=" + IDENTITY.keyPem())) {
            runs(mariadb.url().replace("disable", "verify-full") + "&serverSslCert=/etc/ca.pem");
        }
    }

    @Test
    void h2() throws Exception {
        runs("jdbc:h2:file:/run/h2");
    }

    private void runs(String store) throws Exception {
        Finished run = root.run(program, "run", "x", "--store", store, "--", "echo", "held");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("held\n");
        assertThat(run.code()).isZero();
    }
}
