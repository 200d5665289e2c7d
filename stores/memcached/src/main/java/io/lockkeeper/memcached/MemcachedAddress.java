package io.lockkeeper.memcached;

import io.lockkeeper.PlainText;
import io.lockkeeper.store.StoreAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a store's URL says: {@code memcached://[user:password@]host[:port]}, or {@code memcacheds://} for TLS.
 *
 * @param host where the server is, an IPv6 address without brackets
 * @param port 11211 unless given
 * @param login how to log in
 * @param encryption how to speak TLS
 * @param prefix what all keys begin with
 * @param timeout how long to wait for a connection, and for each reply
 */
record MemcachedAddress(
        String host,
        int port,
        Optional<Login> login,
        Optional<Encryption> encryption,
        String prefix,
        Duration timeout) {

    private static final int DEFAULT_PORT = 11211;
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration SHORTEST_TIMEOUT = Duration.ofMillis(50);
    private static final Duration LONGEST_TIMEOUT = Duration.ofSeconds(30);
    private static final Set<String> PLAIN = Set.of("prefix", "timeout");
    private static final Set<String> TLS = Set.of("prefix", "timeout", "verify", "cacert");

    /** A user of memcached's text protocol. */
    record Login(String user, String password) {

        /** Without the password. */
        @Override
        public String toString() {
            return user;
        }
    }

    static MemcachedAddress parse(StoreAddress address) {
        boolean tls = address.scheme().equals("memcacheds");
        address.refuseUnknownParameters(tls ? TLS : PLAIN);
        URI url = address.uri();
        if (url.getHost() == null && String.valueOf(url.getRawAuthority()).indexOf(',') >= 0) {
            throw malformed(
                    address,
                    "names several servers, but one is needed: if names were spread over several, those of a"
                            + " server that is lost would move to another, where they are free");
        }
        if (url.getHost() == null || url.getFragment() != null) {
            throw malformed(address, "names no host");
        }
        if (!url.getPath().isEmpty() && !url.getPath().equals("/")) {
            throw malformed(address, "has a path after the host, which memcached does not have");
        }
        return new MemcachedAddress(
                url.getHost().replaceAll("[\\[\\]]", ""),
                url.getPort() < 0 ? DEFAULT_PORT : url.getPort(),
                login(address, url.getRawUserInfo()),
                tls ? Optional.of(encryption(address)) : Optional.empty(),
                prefix(address),
                timeout(address));
    }

    /** Where the server is, without secrets. */
    String where() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    private static Optional<Login> login(StoreAddress address, String raw) {
        if (raw == null) {
            return Optional.empty();
        }
        int colon = raw.indexOf(':');
        if (colon < 1) {
            throw malformed(address, "has no user and password before the @: memcached wants both");
        }
        String user = StoreAddress.decode(raw.substring(0, colon));
        String password = StoreAddress.decode(raw.substring(colon + 1));
        if (!user.matches("[^\\s:\\p{Cntrl}]+") || !password.matches("[^\\p{Cntrl}]+")) {
            throw malformed(address, "has a user or password with characters that memcached's login does not allow");
        }
        return Optional.of(new Login(user, password));
    }

    private static Encryption encryption(StoreAddress address) {
        String verify = address.parameter("verify").orElse("full");
        if (!verify.equals("full") && !verify.equals("ca")) {
            throw new IllegalArgumentException("'verify' is full (certificate and host name) or ca (certificate only);"
                    + " this one: '" + PlainText.of(verify) + "'");
        }
        return Encryption.trusting(address.parameter("cacert").map(Path::of), verify.equals("full"));
    }

    private static String prefix(StoreAddress address) {
        String prefix = address.parameter("prefix").orElse("");
        if (!prefix.matches("[\\x21-\\x7e]{0,100}")) {
            throw new IllegalArgumentException("A key prefix has at most 100 characters of printable ASCII, without"
                    + " spaces; this one: '" + PlainText.of(prefix) + "'");
        }
        return prefix;
    }

    private static Duration timeout(StoreAddress address) {
        Duration timeout = address.duration("timeout").orElse(DEFAULT_TIMEOUT);
        if (timeout.compareTo(SHORTEST_TIMEOUT) < 0 || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
            throw new IllegalArgumentException("'timeout' must be between " + StoreAddress.text(SHORTEST_TIMEOUT)
                    + " and " + StoreAddress.text(LONGEST_TIMEOUT) + ", not " + StoreAddress.text(timeout));
        }
        return timeout;
    }

    private static IllegalArgumentException malformed(StoreAddress address, String what) {
        return new IllegalArgumentException("The address " + address + " " + what + "; it reads " + address.scheme()
                + "://[user:password@]host[:port].");
    }
}
