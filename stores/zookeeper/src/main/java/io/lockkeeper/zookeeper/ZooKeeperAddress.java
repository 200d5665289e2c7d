package io.lockkeeper.zookeeper;

import io.lockkeeper.store.StoreAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a store's URL says: {@code zk://[user:password@]host[:port],host[:port]…[/path]}, or {@code zks://} for TLS, with the parameters
 * {@code session}, {@code timeout} and {@code acl}; for TLS also {@code cacert} and {@code cert}. {@link java.net.URI} knows no more
 * than one host, so it is read here.
 */
final class ZooKeeperAddress {

    private static final Set<String> KNOWN = Set.of("session", "timeout", "acl");
    private static final Set<String> KNOWN_FOR_TLS = Set.of("session", "timeout", "acl", "cacert", "cert");
    private static final Set<String> SHOWN = Set.of("session", "timeout", "cacert", "cert");
    private static final int DEFAULT_PORT = 2181;

    /** A name, an IPv4 address, or an IPv6 address in brackets; then a port. */
    private static final Pattern SERVER = Pattern.compile("([\\w.-]+|\\[[0-9a-fA-F:.%]+])(?::(\\d{1,5}))?");

    private ZooKeeperAddress() {}

    static ZooKeeperSettings parse(StoreAddress given) {
        StoreAddress address = withoutAcl(given);
        boolean encrypted = address.scheme().equals("zks");
        address.refuseUnknownParameters(encrypted ? KNOWN_FOR_TLS : KNOWN);
        String rest = given.url().substring(address.scheme().length() + 1);
        if (!rest.startsWith("//")) {
            throw malformed(address, "has no // behind the scheme");
        }
        // An @ in a password is to be encoded; one behind the servers belongs to the path or to a parameter.
        String place = rest.substring(2).split("\\?", 2)[0];
        String[] parts = place.split("/", 2);
        int at = parts[0].lastIndexOf('@');
        String servers = servers(address, parts[0].substring(at + 1));
        ZooKeeperSettings settings = ZooKeeperSettings.of(servers);
        if (at >= 0) {
            settings = settings.withLogin(login(address, parts[0].substring(0, at)));
        }
        settings = settings.withPath(path(address, parts.length < 2 ? "" : decode(parts[1])));
        settings = address.duration("session").map(settings::withSession).orElse(settings);
        settings = address.duration("timeout").map(settings::withTimeout).orElse(settings);
        settings =
                address.parameter("acl").map(Acls::parse).map(settings::withAcl).orElse(settings);
        return encrypted
                ? settings.withEncryption(new Encryption(file(address, "cacert"), file(address, "cert")))
                : settings;
    }

    /** The address as messages may show it: an access list may have a digest in it, which could be tried out. */
    private static StoreAddress withoutAcl(StoreAddress address) {
        String[] halves = address.url().split("\\?", 2);
        if (halves.length < 2) {
            return address;
        }
        List<String> shown = new ArrayList<>();
        for (String pair : halves[1].split("&", -1)) {
            String name = pair.split("=", 2)[0];
            shown.add(SHOWN.contains(decode(name)) ? pair : name + "=***");
        }
        return new StoreAddress(address.scheme(), halves[0] + "?" + String.join("&", shown), address.parameters());
    }

    private static Optional<Path> file(StoreAddress address, String name) {
        return address.parameter(name).map(text -> {
            Path file = Path.of(text);
            if (!Files.isReadable(file)) {
                throw new IllegalArgumentException(
                        "'" + name + "' names a PEM file; there is none to read at '" + file + "'");
            }
            return file;
        });
    }

    private static String servers(StoreAddress address, String text) {
        List<String> servers = new ArrayList<>();
        for (String server : text.split(",", -1)) {
            Matcher form = SERVER.matcher(server);
            if (!form.matches()) {
                throw malformed(address, "names a server that is not host or host:port");
            }
            int port = form.group(2) == null ? DEFAULT_PORT : Integer.parseInt(form.group(2));
            if (port < 1 || port > 65_535) {
                throw malformed(address, "names a port that is not from 1 to 65535");
            }
            servers.add(form.group(1) + ":" + port);
        }
        return String.join(",", servers);
    }

    private static String login(StoreAddress address, String text) {
        String login = decode(text);
        if (text.indexOf(':') < 1) {
            throw malformed(address, "has a user without a password");
        }
        return login;
    }

    private static String path(StoreAddress address, String text) {
        if (text.isEmpty()) {
            return "";
        }
        for (String step : text.split("/", -1)) {
            boolean plain = !step.isEmpty() && !step.equals(".") && !step.equals("..");
            if (!plain || !step.chars().allMatch(ZooKeeperAddress::mayStandInPath)) {
                throw malformed(address, "has a path that ZooKeeper does not allow");
            }
        }
        if (text.equals("zookeeper") || text.startsWith("zookeeper/")) {
            throw malformed(address, "has a path in /zookeeper, which is ZooKeeper's own");
        }
        return "/" + text;
    }

    private static boolean mayStandInPath(int unit) {
        return unit > 0x1f && !(unit >= 0x7f && unit <= 0x9f) && unit < 0xd800;
    }

    private static IllegalArgumentException malformed(StoreAddress address, String what) {
        return new IllegalArgumentException("A ZooKeeper store's address reads"
                + " zk://[user:password@]host[:port],host[:port]…[/path], or zks:// for TLS; this one " + what + ": "
                + address);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
