package io.lockkeeper.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.ZooKeeperServer;
import io.lockkeeper.store.StoreAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logins by SASL are ZooKeeper's own: whoever configures its client by the JVM's option has them here, too. */
class SaslTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String MODULE = " { org.apache.zookeeper.server.auth.DigestLoginModule required ";
    private static final String OPTION = "-Djava.security.auth.login.config=";

    /** Its default allows no logins by DIGEST-MD5. */
    private static final String NOT_FIPS = "-Dzookeeper.fips-mode=false";

    @TempDir
    Path folder;

    @Test
    void theNodesOfALoginAreItsOwn() throws IOException {
        try (ZooKeeperServer server = server();
                JavaProcess holder = client(server, "secret")) {
            holder.awaitLine(line -> line.startsWith("holds"), PATIENCE);
            try (ZooKeeperStore nobody = ZooKeeperStore.connect(StoreAddress.parse(server.url()))) {
                assertThatThrownBy(() ->
                                nobody.inspect("orders").toCompletableFuture().join())
                        .cause()
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("may not do what locks need");
            }
        }
    }

    @Test
    void aWrongPasswordIsSaidToBeWrong() throws IOException {
        try (ZooKeeperServer server = server();
                JavaProcess holder = client(server, "guess")) {
            assertThat(holder.awaitExit(PATIENCE)).isNotZero();
            assertThat(holder.errors()).contains("the login failed").doesNotContain("guess");
        }
    }

    private ZooKeeperServer server() throws IOException {
        return ZooKeeperServer.start(
                OPTION + file("server", "Server" + MODULE + "user_ann=\"secret\"; };"),
                NOT_FIPS,
                "-Dzookeeper.authProvider.1=org.apache.zookeeper.server.auth.SASLAuthenticationProvider");
    }

    private JavaProcess client(ZooKeeperServer server, String password) throws IOException {
        String login = "Client" + MODULE + "username=\"ann\" password=\"" + password + "\"; };";
        return JavaCommand.of(PausedHolder.class, server.url() + "?acl=sasl:ann:cdrwa", "orders")
                .option(OPTION + file("client", login))
                .option(NOT_FIPS)
                .start();
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name + ".conf"), content + "\n");
    }
}
