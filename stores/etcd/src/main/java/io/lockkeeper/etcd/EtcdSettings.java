package io.lockkeeper.etcd;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an address says.
 *
 * @param endpoints the members to talk to, at least one
 * @param credentials as whom to log in
 * @param tls whom to trust and what to present; empty for connections that are not encrypted
 * @param prefix what all keys begin with, before the format's own {@code lk1/}; may be empty
 * @param timeout how long to wait for a connection, and for each answer
 * @param ttl how long a session lasts without being heard of: whole seconds
 */
record EtcdSettings(
        List<Endpoint> endpoints,
        Optional<Credentials> credentials,
        Optional<Tls> tls,
        String prefix,
        Duration timeout,
        Duration ttl) {

    /** Copies what could change. */
    EtcdSettings {
        endpoints = List.copyOf(endpoints);
    }

    /** How long to wait for each answer to what keeps the session: it has to be asked of another member before the end. */
    Duration patience() {
        Duration quarter = Duration.ofNanos(ttl.toNanos() / 4);
        return timeout.compareTo(quarter) < 0 ? timeout : quarter;
    }

    /** How a failure names the cluster: its endpoints, and no secrets. */
    String where() {
        return String.join(",", endpoints.stream().map(Endpoint::toString).toList());
    }

    /**
     * What encrypted connections need to know.
     *
     * @param authorities a PEM file with the certificates to trust instead of Java's own
     * @param identity what to present to the server
     */
    record Tls(Optional<Path> authorities, Optional<Identity> identity) {}

    /**
     * Who this client is.
     *
     * @param certificate a PEM file with its certificate
     * @param key a PEM file with its private key, PKCS #8
     */
    record Identity(Path certificate, Path key) {}
}
