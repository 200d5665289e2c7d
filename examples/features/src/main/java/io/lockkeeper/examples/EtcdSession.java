package io.lockkeeper.examples;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;

/**
 * Locks in etcd: all locks of a client belong to one session, which a single request keeps alive. A token is a revision
 * of the cluster, so tokens keep increasing whatever happens to the servers.
 *
 * <p>Takes the address of a cluster, such as {@code etcd://a:2379,b:2379,c:2379?ttl=30s}; without one it uses
 * the memory store.
 */
public final class EtcdSession {

    private EtcdSession() {}

    /** Takes two locks, one after the other. */
    public static void main(String[] args) throws InterruptedException {
        String address = args.length > 0 ? args[0] : "memory:sessions";
        try (LockClient locks = LockClient.connect(address)) {
            long first;
            try (Lease lease = locks.lock("orders:42").acquire()) {
                first = lease.token();
            }
            try (Lease lease = locks.lock("orders:42").acquire()) {
                System.out.println("The token has grown: " + (lease.token() > first));
                System.out.println("The session lasts for: "
                        + lease.remaining().orElseThrow().toSeconds() + " s, and is renewed");
            }
        }
    }
}
