package io.lockkeeper.servers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What a {@link RedisServer} is started with; unless told otherwise: the {@linkplain RedisBinary#preferred() preferred}
 * binary, no password, no persistence.
 *
 * <p>Not thread-safe, and of no effect on servers that were already started.
 */
public final class RedisConfig {
    private static final Duration PROBE_PATIENCE = Duration.ofSeconds(3);
    private static final Duration SYNC_PATIENCE = Duration.ofSeconds(30);

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
        RedisServer server = ServerCommand.onFreePort(this::startOn);
        if (primary != null) {
            try {
                Await.until("the first sync with the primary", SYNC_PATIENCE, () -> isInSync(server));
            } catch (AssertionError e) {
                server.close();
                throw e;
            }
        }
        return server;
    }

    private static boolean isInSync(RedisServer replica) {
        return "up".equals(replica.info("replication").get("master_link_status"));
    }

    private RedisServer startOn(int port) {
        RedisBinary program = binary == null ? RedisBinary.preferred() : binary;
        RedisAddress address = new RedisAddress(port, Optional.ofNullable(password), Optional.ofNullable(tls));
        ServerCommand command = ServerCommand.in(TempDirectory.create("redis"))
                .add(program.path().toString(), "--bind", "127.0.0.1", "--save", "", "--repl-diskless-sync-delay", "0");
        if (program.isAtLeast("7.0")) {
            command.add("--enable-debug-command", "local"); // Older ones need no leave.
        }
        addTls(command, port);
        addUsers(command);
        addPrimary(command);
        arguments.forEach(command::add);
        return new RedisServer(command.readyWhen(pid -> isReady(address, pid)).start(), program, address);
    }

    /** A server of someone else's on this port has another process id, and one that loads its data answers INFO. */
    private static boolean isReady(RedisAddress address, long pid) {
        try (RespConnection connection = address.connect(PROBE_PATIENCE)) {
            RedisInfo info = RedisInfo.parse(connection.exec("INFO"));
            return info.get("process_id").equals(Long.toString(pid))
                    && info.get("loading").equals("0");
        } catch (JedisDataException e) {
            return String.valueOf(e.getMessage()).startsWith("NOPERM"); // More is not to be learned.
        }
    }

    private void addTls(ServerCommand command, int port) {
        if (tls == null) {
            command.add("--port", "" + port);
            return;
        }
        command.add("--port", "0", "--tls-port", "" + port)
                .add("--tls-cert-file", tls.certificatePem().toString())
                .add("--tls-key-file", tls.keyPem().toString())
                .add("--tls-ca-cert-file", tls.certificatePem().toString());
    }

    /** Redis takes either a password or a file of users, so with users the password goes there. */
    private void addUsers(ServerCommand command) {
        if (users.isEmpty()) {
            if (password != null) {
                command.add("--requirepass", password);
            }
            return;
        }
        List<String> lines = new ArrayList<>(users);
        if (lines.stream().noneMatch(line -> line.startsWith("user default "))) {
            String credential = password == null ? "nopass" : ">" + password;
            lines.add("user default on " + credential + " ~* &* +@all");
        }
        Path file = command.directory().write("users.acl", String.join("\n", lines) + "\n");
        command.add("--aclfile", file.toString());
    }

    private void addPrimary(ServerCommand command) {
        if (primary == null) {
            return;
        }
        RedisAddress address = primary.address();
        command.add("--replicaof", "127.0.0.1", "" + address.port());
        address.password().ifPresent(word -> command.add("--masterauth", word));
        if (address.tls().isPresent()) {
            command.add("--tls-replication", "yes");
        }
    }
}
