package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A client is closed in the time that it says, though its database hangs. */
@ParameterizedClass(name = "{0}")
@EnumSource(
        value = Kind.class,
        names = {"POSTGRESQL", "MARIADB"})
class HungDatabaseTest extends DatabaseOfKind {

    HungDatabaseTest(Kind kind) {
        super(kind);
    }

    /** Several connections, and one that listens: the pool would wait for each. */
    @Test
    void closingDoesNotWaitForThePool() throws Exception {
        String direct = database().url("lockkeeper.timeout=1m");
        int port = Integer.parseInt(direct.replaceAll(".*127\\.0\\.0\\.1:(\\d+).*", "$1"));
        try (TcpProxy proxy = TcpProxy.to(port)) {
            LockClient locks = LockClient.connect(direct.replace(":" + port, ":" + proxy.port()));
            LockClient other = LockClient.connect(direct);
            Lease before = other.lock("other").acquire();
            CompletableFuture<Lease> waiting =
                    locks.lock("other").acquireAsync().toCompletableFuture();
            List<CompletableFuture<Lease>> leases = new ArrayList<>();
            for (int lock = 0; lock < 8; lock++) {
                leases.add(locks.lock("mine-" + lock).acquireAsync().toCompletableFuture());
            }
            for (CompletableFuture<Lease> lease : leases) {
                assertThat(lease.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).isHeld())
                        .isTrue();
            }
            proxy.freeze();
            assertThat(Aside.run(locks::close))
                    .as("closing, where the pool waits for the database for a minute")
                    .succeedsWithin(Duration.ofSeconds(45));
            assertThat(waiting).isDone();
            before.close();
            other.close();
        }
    }
}
