package io.lockkeeper.idempotency.redis;

import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.StaticCredentialsProvider;
import io.lockkeeper.store.StoreAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * What an address says: {@code redis://[user:password@]host[:port][/db]}, or {@code rediss://} for TLS.
 *
 * @param uri where the server is and how to log in
 * @param options prefix and timeout
 * @param caCertificates a PEM file with the certificates to trust instead of Java's own; for TLS
 */
record RedisAddress(RedisURI uri, RedisOptions options, Optional<Path> caCertificates) {

    /** The last three are of locks alone: one address serves both. */
    private static final Set<String> PLAIN = Set.of("prefix", "timeout", "claim-time", "retention", "sockets");

    private static final Set<String> TLS =
            Set.of("prefix", "timeout", "claim-time", "retention", "sockets", "verify", "cacert");

    static RedisAddress parse(StoreAddress address) {
        boolean tls = address.scheme().equals("rediss");
        if (!tls && !address.scheme().equals("redis")) {
            throw malformed(address, "has another scheme");
        }
        address.refuseUnknownParameters(tls ? TLS : PLAIN);
        URI url = address.uri();
        if (url.getHost() == null || url.getFragment() != null) {
            throw malformed(address, "names no host");
        }
        RedisOptions options = options(address);
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(url.getHost().replaceAll("[\\[\\]]", ""))
                .withPort(url.getPort() < 0 ? RedisURI.DEFAULT_REDIS_PORT : url.getPort())
                .withDatabase(database(address, url.getPath()))
                .withTimeout(options.timeout())
                .withLibraryName("")
                .withLibraryVersion("");
        if (tls) {
            uri.withSsl(true).withVerifyPeer(verification(address));
        }
        logIn(uri, address, url);
        return new RedisAddress(
                uri.build(), options, address.parameter("cacert").map(RedisAddress::certificates));
    }

    private static RedisOptions options(StoreAddress address) {
        RedisOptions given = RedisOptions.defaults();
        given = given.withPrefix(address.parameter("prefix").orElse(given.prefix()));
        return given.withTimeout(address.duration("timeout").orElse(given.timeout()));
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

    private static Path certificates(String name) {
        Path file = Path.of(name);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("'cacert' names a PEM file; there is none to read at '" + file + "'");
        }
        return file;
    }

    private static IllegalArgumentException malformed(StoreAddress address, String what) {
        return new IllegalArgumentException("The address of a Redis server reads"
                + " redis://[user:password@]host[:port][/db], or rediss:// for TLS; this one " + what + ": " + address);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
