package io.lockkeeper.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.StaticCredentialsProvider;
import io.lockkeeper.store.StoreAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * What a store's URL says: {@code redis://[user:password@]host[:port][/db]}, or {@code rediss://} for TLS.
 *
 * @param uri where the server is and how to log in
 * @param settings all else
 */
record RedisAddress(RedisURI uri, RedisSettings settings) {

    private static final Set<String> PLAIN = Set.of("prefix", "timeout", "claim-time", "retention", "sockets");
    private static final Set<String> TLS =
            Set.of("prefix", "timeout", "claim-time", "retention", "sockets", "verify", "cacert");

    static RedisAddress parse(StoreAddress address) {
        boolean tls = address.scheme().equals("rediss");
        address.refuseUnknownParameters(tls ? TLS : PLAIN);
        URI url = address.uri();
        if (url.getHost() == null || url.getFragment() != null) {
            throw malformed(address, "names no host");
        }
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(url.getHost().replaceAll("[\\[\\]]", ""))
                .withPort(url.getPort() < 0 ? RedisURI.DEFAULT_REDIS_PORT : url.getPort())
                .withDatabase(database(address, url.getPath()));
        if (tls) {
            uri.withSsl(true).withVerifyPeer(verification(address));
        }
        logIn(uri, address, url);
        return new RedisAddress(uri.build(), settings(address));
    }

    private static void logIn(RedisURI.Builder uri, StoreAddress address, URI url) {
        String login = url.getRawUserInfo();
        if (login == null) {
            return;
        }
        int colon = login.indexOf(':');
        if (colon < 0) {
            throw malformed(address, "has a user without a password (a password alone reads redis://:password@host)");
        }
        String user = decode(login.substring(0, colon));
        char[] password = decode(login.substring(colon + 1)).toCharArray();
        uri.withAuthentication(new StaticCredentialsProvider(user.isEmpty() ? null : user, password));
    }

    private static int database(StoreAddress address, String path) {
        if (path.isEmpty() || path.equals("/")) {
            return 0;
        }
        if (!path.matches("/\\d{1,5}")) {
            throw malformed(address, "names a database that is not a number");
        }
        return Integer.parseInt(path.substring(1));
    }

    private static SslVerifyMode verification(StoreAddress address) {
        String mode = address.parameter("verify").orElse("full");
        return switch (mode) {
            case "full" -> SslVerifyMode.FULL;
            case "ca" -> SslVerifyMode.CA;
            case "none" -> SslVerifyMode.NONE;
            default ->
                throw new IllegalArgumentException("'verify' is full (certificate and host name), ca"
                        + " (certificate only) or none; this one: '" + mode + "'");
        };
    }

    private static RedisSettings settings(StoreAddress address) {
        RedisSettings given = RedisSettings.defaults();
        given = given.withPrefix(address.parameter("prefix").orElse(given.prefix()));
        given = address.duration("timeout").map(given::withTimeout).orElse(given);
        given = address.duration("claim-time").map(given::withClaimTime).orElse(given);
        given = address.duration("retention").map(given::withRetention).orElse(given);
        given = address.parameter("sockets")
                .map(RedisAddress::sockets)
                .map(given::withSockets)
                .orElse(given);
        String certificates = address.parameter("cacert").orElse(null);
        if (certificates == null) {
            return given;
        }
        Path file = Path.of(certificates);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("'cacert' names a PEM file; there is none to read at '" + file + "'");
        }
        return given.withCaCertificates(file);
    }

    private static int sockets(String text) {
        if (!text.matches("\\d{1,4}")) {
            throw new IllegalArgumentException("'sockets' is a number from 0 to 1000; this one: '" + text + "'");
        }
        return Integer.parseInt(text);
    }

    private static IllegalArgumentException malformed(StoreAddress address, String what) {
        return new IllegalArgumentException("A Redis store's address reads redis://[user:password@]host[:port][/db],"
                + " or rediss:// for TLS; this one " + what + ": " + address);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
