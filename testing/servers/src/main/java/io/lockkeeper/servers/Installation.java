package io.lockkeeper.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the programs of a server are: on the PATH, or in a folder of their own if they are newer than the machine's.
 *
 * <p>{@code ./test} unpacks the newer ones once, into {@code lockkeeper/servers} of the user's cache folder; tests that
 * start them are marked with {@link RequiresNewer}.
 *
 * <pre>{@code
 * RedisServer.configure().binary(RedisBinary.newer("valkey-8")).start();
 * EtcdServer.start(Installation.newer("etcd"));
 * MariaDbServer.start(Installation.newer("mariadb"));
 * MemcachedServer.start(Installation.newer("memcached"));
 * MySqlServer.start();
 * PgBouncer.before(postgres, "pool_mode=transaction");
 * }</pre>
 *
 * @param folder the folder with the programs; none for those on the PATH
 */
public record Installation(Optional<Path> folder) {

    /** What is installed on this machine, as the PATH says. */
    public static final Installation MACHINE = new Installation(Optional.empty());

    /**
     * Returns the installation of a newer server.
     *
     * @param name "valkey-8", "valkey-9", "redis-8", "etcd", "mariadb", "mysql", "memcached" or "pgbouncer"
     */
    public static Installation newer(String name) {
        return new Installation(Optional.of(cache().resolve("servers").resolve(name)));
    }

    /** Returns whether it is there; the machine's may still lack single programs. */
    boolean exists() {
        return folder.map(Files::isDirectory).orElse(true);
    }

    /** The word that starts this program. */
    String program(String name) {
        return folder.map(path -> path.resolve(name).toString()).orElse(name);
    }

    /** Where servers are kept that are unpacked for this user once. */
    static Path cache() {
        Map<String, String> environment = System.getenv();
        String set = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path folder = set.isEmpty() ? Path.of(environment.getOrDefault("HOME", ""), ".cache") : Path.of(set);
        return folder.resolve("lockkeeper");
    }
}
