package io.lockkeeper.etcd;

import io.lockkeeper.PlainText;
import io.lockkeeper.store.StoreAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a store's URL: {@code etcd://[user:password@]host[:port],host[:port]…}, or {@code etcds://} for TLS.
 *
 * <p>Its parameters: {@code prefix}, {@code timeout} (5s) and {@code ttl} (30s); for TLS also {@code cacert}, {@code cert}
 * and {@code key}.
 */
final class EtcdAddress {

    private static final Set<String> PLAIN = Set.of("prefix", "timeout", "ttl");
    private static final Set<String> TLS = Set.of("prefix", "timeout", "ttl", "cacert", "cert", "key");

    /** As long as etcdctl waits: a server answers after its disk has, and the first answer after a handshake. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final Duration TTL = Duration.ofSeconds(30);

    private final StoreAddress address;

    private EtcdAddress(StoreAddress address) {
        this.address = address;
    }

    /**
     * What an address says.
     *
     * @throws IllegalArgumentException if it is malformed, without showing its secrets
     */
    static EtcdSettings parse(StoreAddress address) {
        return new EtcdAddress(address).settings();
    }

    private EtcdSettings settings() {
        boolean encrypted = address.scheme().equals("etcds");
        address.refuseUnknownParameters(encrypted ? TLS : PLAIN);
        String authority = authority();
        int at = authority.lastIndexOf('@');
        Duration timeout = duration("timeout", TIMEOUT, Duration.ofMillis(50), Duration.ofSeconds(30));
        Duration ttl = duration("ttl", TTL, Duration.ofSeconds(2), Duration.ofMinutes(10));
        if (ttl.toMillisPart() != 0) {
            throw new IllegalArgumentException(
                    "'ttl' must be in whole seconds, as etcd counts them, not " + StoreAddress.text(ttl));
        }
        return new EtcdSettings(
                endpoints(authority.substring(at + 1)),
                at < 0 ? Optional.empty() : Optional.of(credentials(authority.substring(0, at))),
                encrypted ? Optional.of(tls()) : Optional.empty(),
                prefix(),
                timeout,
                ttl);
    }

    /** What stands between the slashes and the path, which there must not be. */
    private String authority() {
        String url = address.url();
        int start = address.scheme().length() + 3;
        if (!url.startsWith("://", start - 3)) {
            throw malformed("names no host");
        }
        int question = url.indexOf('?');
        String rest = url.substring(start, question < 0 ? url.length() : question);
        String authority = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        if (authority.contains("/")) {
            throw malformed("has a path (what keys begin with is the parameter prefix;"
                    + " special characters in user or password need %-encoding)");
        }
        return authority;
    }

    private List<Endpoint> endpoints(String hosts) {
        List<Endpoint> found = new ArrayList<>();
        for (String host : hosts.split(",", -1)) {
            try {
                found.add(Endpoint.parse(host));
            } catch (IllegalArgumentException wrong) {
                throw malformed(String.valueOf(wrong.getMessage()));
            }
        }
        return found;
    }

    private Credentials credentials(String login) {
        int colon = login.indexOf(':');
        if (colon < 1 || colon == login.length() - 1) {
            throw malformed("has no user with a password before the @");
        }
        return new Credentials(decode(login.substring(0, colon)), decode(login.substring(colon + 1)));
    }

    private EtcdSettings.Tls tls() {
        Optional<Path> certificate = file("cert");
        Optional<Path> key = file("key");
        if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("A client's own certificate takes both 'cert' and 'key', two PEM files;"
                    + " one of them is missing in " + address);
        }
        return new EtcdSettings.Tls(
                file("cacert"), certificate.map(file -> new EtcdSettings.Identity(file, key.orElseThrow())));
    }

    private Optional<Path> file(String name) {
        return address.parameter(name).map(text -> {
            Path file = Path.of(text);
            if (!Files.isReadable(file)) {
                throw new IllegalArgumentException(
                        "'" + name + "' names a PEM file; there is none to read at '" + file + "'");
            }
            return file;
        });
    }

    private String prefix() {
        String prefix = address.parameter("prefix").orElse("");
        if (prefix.length() > 100 || !prefix.codePoints().allMatch(PlainText::isPlain)) {
            throw new IllegalArgumentException(
                    "A key prefix has at most 100 characters, none of them a control character or invisible;"
                            + " this one: '" + PlainText.of(prefix) + "'");
        }
        return prefix;
    }

    private Duration duration(String name, Duration usual, Duration least, Duration most) {
        Duration given = address.duration(name).orElse(usual);
        if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
            throw new IllegalArgumentException("'" + name + "' must be between " + StoreAddress.text(least) + " and "
                    + StoreAddress.text(most) + ", not " + StoreAddress.text(given));
        }
        return given;
    }

    private IllegalArgumentException malformed(String what) {
        return new IllegalArgumentException("An etcd store's address reads etcd://[user:password@]host[:port],…, or"
                + " etcds:// for TLS; this one " + what + ": " + address);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
