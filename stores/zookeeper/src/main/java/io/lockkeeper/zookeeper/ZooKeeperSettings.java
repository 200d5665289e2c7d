package io.lockkeeper.zookeeper;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * Where a store's ZooKeeper is and how it is used. Its text does not show the login.
 *
 * @param servers host and port of each server, separated by commas
 * @param path the path below which everything is kept, without a slash at its end; empty for the top
 * @param session how long a session is to live that the servers hear nothing of; they have their say in it
 * @param timeout how long to wait for the first connection, and at most for an answer before another server is tried
 * @param login {@code user:password} for the digest scheme
 * @param acl who may do what with the nodes that the store makes
 */
public record ZooKeeperSettings(
        String servers, String path, Duration session, Duration timeout, Optional<String> login, List<ACL> acl) {

    /** Checks the bounds. */
    public ZooKeeperSettings {
        check("session", session, Duration.ofSeconds(1), Duration.ofMinutes(10));
        check("timeout", timeout, Duration.ofMillis(100), Duration.ofMinutes(1));
        acl = List.copyOf(acl);
        if (acl.isEmpty()) {
            throw new IllegalArgumentException("An access list names somebody; this one is empty.");
        }
    }

    /**
     * Everything at the top, sessions of 30 s, a timeout of 10 s, no login, open to everyone.
     *
     * @param servers host and port of each server, separated by commas
     * @return the defaults
     */
    public static ZooKeeperSettings of(String servers) {
        return new ZooKeeperSettings(
                servers,
                "",
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Optional.empty(),
                ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    /**
     * Sets the path below which everything is kept.
     *
     * @param path such as {@code /apps/shop}; made if it is not there
     * @return a copy
     */
    public ZooKeeperSettings withPath(String path) {
        return new ZooKeeperSettings(servers, path, session, timeout, login, acl);
    }

    /**
     * Sets how long a session is to live.
     *
     * @param session 1 s to 10 min
     * @return a copy
     */
    public ZooKeeperSettings withSession(Duration session) {
        return new ZooKeeperSettings(servers, path, session, timeout, login, acl);
    }

    /**
     * Sets the timeout.
     *
     * @param timeout 100 ms to 1 min
     * @return a copy
     */
    public ZooKeeperSettings withTimeout(Duration timeout) {
        return new ZooKeeperSettings(servers, path, session, timeout, login, acl);
    }

    /**
     * Logs in by the digest scheme, and lets nobody but the same user at the nodes, unless an access list is set afterwards.
     *
     * @param login {@code user:password}
     * @return a copy
     */
    public ZooKeeperSettings withLogin(String login) {
        return new ZooKeeperSettings(servers, path, session, timeout, Optional.of(login), ZooDefs.Ids.CREATOR_ALL_ACL);
    }

    /**
     * Sets the access list of the nodes that the store makes.
     *
     * @param acl who may do what
     * @return a copy
     */
    public ZooKeeperSettings withAcl(List<ACL> acl) {
        return new ZooKeeperSettings(servers, path, session, timeout, login, acl);
    }

    @Override
    public String toString() {
        return "zk://" + servers + path + " with sessions of " + StoreAddress.text(session);
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("'" + name + "' is from " + StoreAddress.text(least) + " to "
                    + StoreAddress.text(most) + "; this one: " + StoreAddress.text(value));
        }
    }
}
