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
        @Override
        public void lock() {
            long lease = leases.computeIfAbsent(Thread.currentThread(), absent -> lease(client));
            held.put(
                    Thread.currentThread(),
                    Jetcd.answer(client.getLockClient().lock(name, lease)).getKey());
        }

        @Override
        public void unlock() {
            ByteSequence key = Objects.requireNonNull(held.remove(Thread.currentThread()));
            Jetcd.answer(client.getLockClient().unlock(key));
        }
    }
}
