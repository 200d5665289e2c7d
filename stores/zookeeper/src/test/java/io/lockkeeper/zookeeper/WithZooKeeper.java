package io.lockkeeper.zookeeper;

import static io.lockkeeper.contract.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockkeeper.contract.StoreFixture;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.Store;
import io.lockkeeper.store.StoreAddress;
import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInstance;

/** A server for all tests of a class, empty when each of them begins; clients of it, and a look at its nodes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WithZooKeeper implements StoreFixture {

    private static final String ADMINISTRATOR = "super:secret";

    final ZooKeeperServer server;

    WithZooKeeper(String... options) {
        String[] all = Arrays.copyOf(options, options.length + 1);
        all[options.length] = "-Dzookeeper.DigestAuthenticationProvider.superDigest=" + digest(ADMINISTRATOR);
        server = ZooKeeperServer.start(all);
    }

    private static String digest(String login) {
        try {
            return DigestAuthenticationProvider.generateDigest(login);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public Store open() {
        return open(server.url());
    }

    static ZooKeeperStore open(String url) {
        return ZooKeeperStore.connect(StoreAddress.parse(url));
    }

    /** What stands in a lock's line. */
    List<String> nodes(String name) {
        return children(new Layout("").lock(name));
    }

    /** The children of a node, as another client sees them; none if it is not there. */
    List<String> children(String path) {
        try (Administrator zk = administrator()) {
            return zk.getChildren(path, false);
        } catch (KeeperException.NoNodeException none) {
            return List.of();
        } catch (Exception failure) {
            throw new AssertionError("The nodes of " + path + " can't be seen.", failure);
        }
    }

    /** Connects somebody who may do everything. */
    Administrator administrator() throws IOException {
        return new Administrator("127.0.0.1:" + server.port());
    }

    /** A connection with all rights. */
    static class Administrator extends ZooKeeper {

        Administrator(String server) throws IOException {
            super(server, 30_000, event -> {});
            addAuthInfo("digest", ADMINISTRATOR.getBytes(UTF_8));
        }

        @Override
        public synchronized void close() {
            try {
                super.close();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** One of the server's counters. */
    long count(String name) {
        return Long.parseLong(String.valueOf(server.statistics().get(name)));
    }

    /** What a test leaves goes with its sessions, some of which may take a while to end. */
    @AfterEach
    void removeAllNodes() {
        eventually(Duration.ofSeconds(30), () -> {
            try (Administrator zk = administrator()) {
                removeBelow(zk, "");
            } catch (KeeperException changing) {
                throw new AssertionError("There are nodes left.", changing);
            }
        });
    }

    private static void removeBelow(ZooKeeper zk, String path) throws Exception {
        for (String step : zk.getChildren(path.isEmpty() ? "/" : path, false)) {
            String child = path + '/' + step;
            if (!child.equals("/zookeeper")) {
                removeBelow(zk, child);
                zk.delete(child, -1);
            }
        }
    }

    @AfterAll
    void stopServer() {
        server.close();
    }
}
