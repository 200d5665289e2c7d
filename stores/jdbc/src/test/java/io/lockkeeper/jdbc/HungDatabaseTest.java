package io.lockkeeper.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.TcpProxy;
import java.util.ArrayList;
import java.util.Arrays;
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

    /** Several connections, and one that listens: the pool waits for each for ten seconds, in a thread of its own. */
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
            assertThat(threadsLeftBehind(locks::close)).contains("lockkeeper-jdbc-close");
            assertThat(waiting).isDone();
            before.close();
            other.close();
        }
    }

    /** The names of the threads that something has started and that still run when it returns. */
    private static List<String> threadsLeftBehind(Runnable task) throws Exception {
        ThreadGroup group = new ThreadGroup("closing"); // A thread is of the group of the one that made it.
        CompletableFuture<List<String>> left = new CompletableFuture<>();
        Thread closing = new Thread(group, () -> {
            task.run();
            Thread[] threads = new Thread[100];
            int count = group.enumerate(threads);
            left.complete(Arrays.stream(threads, 0, count).map(Thread::getName).toList());
        });
        closing.start();
        return left.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
