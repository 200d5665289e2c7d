package io.lockkeeper.bench.contestants;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.support.Observers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** The lock service of etcd's server, through jetcd. Its locks belong to leases, so each thread has one, which is kept alive. */
final class JetcdLock {
    private static final long LEASE_SECONDS = 30;

    private JetcdLock() {}

    static Locks open(String url) {
        Client client = connect(url);
        Map<Thread, Long> leases = new ConcurrentHashMap<>();
        return Locks.of(name -> mutex(client, leases, bytes(name)), client::close);
    }

    static Client connect(String url) {
        return Client.builder().endpoints(url.replace("etcd://", "http://")).build();
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, StandardCharsets.UTF_8);
    }

    static <T> T answer(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static Mutex mutex(Client client, Map<Thread, Long> leases, ByteSequence name) {
        Map<Thread, ByteSequence> held = new ConcurrentHashMap<>();
        return Mutex.of(() -> held.put(Thread.currentThread(), take(client, leases, name)), () -> {
            ByteSequence key = Objects.requireNonNull(held.remove(Thread.currentThread()));
            answer(client.getLockClient().unlock(key));
        });
    }

    /** A lease ends while its process is stopped for longer, for other contestants' turns; then another follows. */
    private static ByteSequence take(Client client, Map<Thread, Long> leases, ByteSequence name) {
        while (true) {
            long lease = leases.computeIfAbsent(Thread.currentThread(), absent -> lease(client));
            try {
                return answer(client.getLockClient().lock(name, lease)).getKey();
            } catch (IllegalStateException failed) {
                if (!String.valueOf(failed.getMessage()).contains("lease not found")) {
                    throw failed;
                }
                leases.remove(Thread.currentThread(), lease);
            }
        }
    }

    private static long lease(Client client) {
        long lease = answer(client.getLeaseClient().grant(LEASE_SECONDS)).getID();
        client.getLeaseClient().keepAlive(lease, Observers.observer(kept -> {}));
        return lease;
    }
}
