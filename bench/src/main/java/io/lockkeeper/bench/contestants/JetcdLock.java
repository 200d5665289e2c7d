package io.lockkeeper.bench.contestants;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.support.Observers;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The lock service of etcd's server, through jetcd. Its locks belong to leases, so each thread has one, which is kept alive. */
public final class JetcdLock implements OnEtcd {
    private static final long LEASE_SECONDS = 30;

    @Override
    public String name() {
        return "jetcd-lock";
    }

    @Override
    public Locks open(String url) {
        Client client = Jetcd.connect(url);
        Map<Thread, Long> leases = new ConcurrentHashMap<>();
        return new Locks() {
            @Override
            public Mutex lock(String name) {
                return new ServiceMutex(client, leases, Jetcd.bytes(name), new ConcurrentHashMap<>());
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }

    private static long lease(Client client) {
        long lease = Jetcd.answer(client.getLeaseClient().grant(LEASE_SECONDS)).getID();
        client.getLeaseClient().keepAlive(lease, Observers.observer(kept -> {}));
        return lease;
    }

    /** One lock. */
    private record ServiceMutex(
            Client client, Map<Thread, Long> leases, ByteSequence name, Map<Thread, ByteSequence> held)
            implements Mutex {
        /** A lease ends while its process is stopped for longer, for other contestants' turns; then another follows. */
        @Override
        public void lock() {
            Thread thread = Thread.currentThread();
            while (true) {
                long lease = leases.computeIfAbsent(thread, absent -> lease(client));
                try {
                    held.put(
                            thread,
                            Jetcd.answer(client.getLockClient().lock(name, lease))
                                    .getKey());
                    return;
                } catch (IllegalStateException failed) {
                    if (!String.valueOf(failed.getMessage()).contains("lease not found")) {
                        throw failed;
                    }
                    leases.remove(thread, lease);
                }
            }
        }

        @Override
        public void unlock() {
            ByteSequence key = Objects.requireNonNull(held.remove(Thread.currentThread()));
            Jetcd.answer(client.getLockClient().unlock(key));
        }
    }
}
