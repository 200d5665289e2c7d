package io.lockkeeper.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link RedisServer} is started with; unless told otherwise: the {@linkplain RedisBinary#preferred() preferred}
 * binary, no password, no persistence.
 *
 * <p>Not thread-safe, and of no effect on servers that were already started.
 */
public final class RedisConfig {
    private final List<String> arguments = new ArrayList<>();
    private final List<String> users = new ArrayList<>();
    private @Nullable RedisBinary binary;
    private @Nullable String password;
    private @Nullable TlsIdentity tls;
    private @Nullable RedisServer primary;

    RedisConfig() {}

    /** Uses this binary. */
    public RedisConfig binary(RedisBinary binary) {
        this.binary = binary;
        return this;
    }

    /** Demands this password of the default user ({@code requirepass}). */
    public RedisConfig password(String password) {
        this.password = password;
        return this;
    }

    /** Adds a user with these ACL rules, as in {@code user("app", "on >secret ~lock:* +@all")}. */
    public RedisConfig user(String name, String rules) {
        users.add("user " + name + " " + rules);
        return this;
    }

    /** Speaks TLS only, as {@link TlsIdentity#shared()}, and asks clients for no certificate. */
    public RedisConfig tls() {
        tls = TlsIdentity.shared();
        return option("tls-auth-clients", "no");
    }

    /** Speaks TLS only, and demands the certificate of {@link TlsIdentity#shared()} of clients. */
    public RedisConfig mutualTls() {
        tls = TlsIdentity.shared();
        return option("tls-auth-clients", "yes");
    }

    /** Keeps data over restarts: every write is synced to the append-only file before its reply. */
    public RedisConfig appendOnly() {
        return option("appendonly", "yes").option("appendfsync", "always");
    }

    /** Limits the memory, such as "2mb", with an eviction policy, such as "noeviction". */
    public RedisConfig maxMemory(String size, String policy) {
        return option("maxmemory", size).option("maxmemory-policy", policy);
    }

    /** Follows this primary; the start returns when its data has arrived. Writes get READONLY. */
    public RedisConfig replicaOf(RedisServer primary) {
        this.primary = primary;
        return this;
    }

    /** Sets any directive of redis.conf. */
    public RedisConfig option(String directive, String... values) {
        arguments.add("--" + directive);
        arguments.addAll(List.of(values));
        return this;
    }

    /**
     * Starts a server like this and returns when it answers.
     *
     * @throws ServerStartException if it doesn't
     */
    public RedisServer start() {
        return RedisLaunch.start(this);
    }

    RedisBinary binary() {
        RedisBinary chosen = binary;
        return chosen == null ? RedisBinary.preferred() : chosen;
    }

    Optional<String> password() {
        return Optional.ofNullable(password);
    }

    Optional<TlsIdentity> tlsIdentity() {
        return Optional.ofNullable(tls);
    }

    Optional<RedisServer> primary() {
        return Optional.ofNullable(primary);
    }

    List<String> users() {
        return List.copyOf(users);
    }

    List<String> arguments() {
        return List.copyOf(arguments);
    }
}
