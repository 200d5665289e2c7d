package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.TcpProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A client is closed in the time that it says, though its database hangs. */
class HungDatabaseTest {

    /** What closing may take, and what a busy machine may add. */
    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(5).plusSeconds(3);

    @Nested
    class OnPostgreSql extends OnServer {
        OnPostgreSql() {
            super(TestDatabase::postgreSql);
        }
    }

    @Nested
    @RequiresMariaDb
    class OnMariaDb extends OnServer {
        OnMariaDb() {
            super(TestDatabase::mariaDb);
        }
    }

    abstract static class OnServer extends OneDatabase {

        OnServer(Supplier<TestDatabase> starter) {
            super(starter);
        }

        /** Several connections, and one that listens: the pool would wait for each. */
        @Test
        void closingDoesNotWaitForThePool() throws Exception {
            String direct = database().url("lockkeeper.timeout=10s");
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
                    assertThat(lease.get(20, TimeUnit.SECONDS).isHeld()).isTrue();
                }
                proxy.freeze();
                long began = System.nanoTime();
                CompletableFuture<Void> closed = Aside.run(locks::close);
                closed.get(60, TimeUnit.SECONDS);
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(LONGEST_CLOSE);
                assertThat(waiting).isDone();
                before.close();
                other.close();
            }
        }
    }
}
