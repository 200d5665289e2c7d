package io.lockkeeper.zookeeper;

import io.lockkeeper.store.StoreAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.data.ACL;

/**
 * Where a store's ZooKeeper is and how it is used. Its text does not show the login.
 *
 * @param servers host and port of each server, separated by commas
 * @param path the path below which everything is kept, without a slash at its end; empty for the top
 * @param times how long it waits, and is waited for
 * @param access who it is, and who may do what with the nodes that it makes
 * @param encryption how connections are encrypted; empty if they are not
 */
public record ZooKeeperSettings(
        String servers, String path, Times times, Access access, Optional<Encryption> encryption) {

    /** Checks the servers. */
    public ZooKeeperSettings {
        if (!areServers(servers)) {
            throw new IllegalArgumentException("Servers are host:port,host:port and so on; a path is set apart.");
        }
    }

    private static boolean areServers(String text) {
        try {
            ConnectStringParser parsed = new ConnectStringParser(text);
            return parsed.getChrootPath() == null
                    && !parsed.getServerAddresses().isEmpty();
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /**
     * Everything at the top, sessions of 30 s, a timeout of 10 s, no login, open to everyone, no encryption.
     *
     * @param servers host and port of each server, separated by commas
     * @return the defaults
     */
    public static ZooKeeperSettings of(String servers) {
        return new ZooKeeperSettings(
                servers,
                "",
                new Times(Duration.ofSeconds(30), Duration.ofSeconds(10)),
                new Access(Optional.empty(), Optional.empty()),
                Optional.empty());
    }

    /**
     * Sets the path below which everything is kept.
     *
     * @param path such as {@code /apps/shop}; made if it is not there
     * @return a copy
     */
    public ZooKeeperSettings withPath(String path) {
        return new ZooKeeperSettings(servers, path, times, access, encryption);
    }

    /**
     * Sets how long a session is to live.
     *
     * @param session 1 s to 10 min
     * @return a copy
     */
    public ZooKeeperSettings withSession(Duration session) {
        return new ZooKeeperSettings(servers, path, new Times(session, times.timeout()), access, encryption);
    }

    /**
     * Sets the timeout.
     *
     * @param timeout 100 ms to 1 min
     * @return a copy
     */
    public ZooKeeperSettings withTimeout(Duration timeout) {
        return new ZooKeeperSettings(servers, path, new Times(times.session(), timeout), access, encryption);
    }

    /**
     * Logs in by the digest scheme, and lets nobody but the same user at the nodes, unless an access list is set.
     *
     * @param login {@code user:password}
     * @return a copy
     */
    public ZooKeeperSettings withLogin(String login) {
        return new ZooKeeperSettings(servers, path, times, new Access(Optional.of(login), access.given()), encryption);
    }

    /**
     * Sets the access list of the nodes that the store makes.
     *
     * @param acl who may do what
     * @return a copy
     */
    public ZooKeeperSettings withAcl(List<ACL> acl) {
        return new ZooKeeperSettings(servers, path, times, new Access(access.login(), Optional.of(acl)), encryption);
    }

    /**
     * Encrypts connections. The servers listen for such on a port of its own, {@code secureClientPort}.
     *
     * @param encryption whom to trust, and who the client is
     * @return a copy
     */
    public ZooKeeperSettings withEncryption(Encryption encryption) {
        return new ZooKeeperSettings(servers, path, times, access, Optional.of(encryption));
    }

    @Override
    public String toString() {
        return (encryption.isPresent() ? "zks://" : "zk://") + servers + path + " with sessions of "
                + StoreAddress.text(times.session());
    }
}
