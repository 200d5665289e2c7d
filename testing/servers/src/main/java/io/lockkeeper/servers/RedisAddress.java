package io.lockkeeper.servers;

import java.time.Duration;
import java.util.Optional;

/** Where a Redis server listens, and how its default user logs in. */
record RedisAddress(int port, Optional<String> password, Optional<TlsIdentity> tls) {

    /** Opens a connection and logs in. */
    RespConnection connect(Duration patience) {
        RespConnection connection = RespConnection.open(port, tls, patience);
        try {
            password.ifPresent(word -> connection.exec("AUTH", word));
            return connection;
        } catch (RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    /** The address as a URL that leads to this server through the given port. */
    String url(int throughPort) {
        String scheme = tls.isPresent() ? "rediss://" : "redis://";
        String login = password.map(word -> ":" + word + "@").orElse("");
        return scheme + login + "127.0.0.1:" + throughPort;
    }
}
