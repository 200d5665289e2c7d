package io.lockkeeper.servers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.exceptions.JedisDataException;

/** The start of one Redis server: its command line, a port that is really free, and readiness. */
final class RedisLaunch {
    private static final Duration PROBE_PATIENCE = Duration.ofSeconds(3);
    private static final Duration SYNC_PATIENCE = Duration.ofSeconds(30);

    private final RedisConfig config;
    private final RedisBinary binary;

    private RedisLaunch(RedisConfig config) {
        this.config = config;
        this.binary = config.binary();
    }

    static RedisServer start(RedisConfig config) {
        RedisServer server = ServerCommand.onFreePort(new RedisLaunch(config)::startOn);
        if (config.primary().isPresent()) {
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
        RedisAddress address = new RedisAddress(port, config.password(), config.tlsIdentity());
        ServerCommand command = ServerCommand.in(TempDirectory.create("redis"))
                .add(binary.path().toString(), "--bind", "127.0.0.1", "--save", "", "--repl-diskless-sync-delay", "0");
        if (binary.isAtLeast("7.0")) {
            command.add("--enable-debug-command", "local"); // Older ones need no leave.
        }
        addTls(command, port);
        addUsers(command);
        addPrimary(command);
        config.arguments().forEach(command::add);
        return new RedisServer(command.readyWhen(pid -> isReady(address, pid)).start(), binary, address);
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
        command.add("--port", config.tlsIdentity().isPresent() ? "0" : "" + port);
        config.tlsIdentity()
                .ifPresent(tls -> command.add("--tls-port", "" + port)
                        .add("--tls-cert-file", tls.certificatePem().toString())
                        .add("--tls-key-file", tls.keyPem().toString())
                        .add("--tls-ca-cert-file", tls.certificatePem().toString()));
    }

    /** Redis takes either a password or a file of users, so with users the password goes there. */
    private void addUsers(ServerCommand command) {
        if (config.users().isEmpty()) {
            config.password().ifPresent(word -> command.add("--requirepass", word));
            return;
        }
        List<String> lines = new ArrayList<>(config.users());
        if (lines.stream().noneMatch(line -> line.startsWith("user default "))) {
            String credential = config.password().map(word -> ">" + word).orElse("nopass");
            lines.add("user default on " + credential + " ~* &* +@all");
        }
        Path file = command.directory().write("users.acl", String.join("\n", lines) + "\n");
        command.add("--aclfile", file.toString());
    }

    private void addPrimary(ServerCommand command) {
        config.primary().map(RedisServer::address).ifPresent(primary -> {
            command.add("--replicaof", "127.0.0.1", "" + primary.port());
            primary.password().ifPresent(word -> command.add("--masterauth", word));
            if (primary.tls().isPresent()) {
                command.add("--tls-replication", "yes");
            }
        });
    }
}
