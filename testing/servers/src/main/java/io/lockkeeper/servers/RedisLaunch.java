package io.lockkeeper.servers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The start of one Redis server: its command line, a port that is really free, and readiness. */
final class RedisLaunch {
    private static final int ATTEMPTS = 5;
    private static final Duration PROBE_PATIENCE = Duration.ofSeconds(3);
    private static final Duration SYNC_PATIENCE = Duration.ofSeconds(30);

    private final RedisConfig config;
    private final RedisBinary binary;

    private RedisLaunch(RedisConfig config) {
        this.config = config;
        this.binary = config.binary();
    }

    static RedisServer start(RedisConfig config) {
        RedisServer server = new RedisLaunch(config).startOnFreePort();
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

    private RedisServer startOnFreePort() {
        for (int attempt = 1; ; attempt++) {
            int port = FreePorts.take();
            try {
                return startOn(port);
            } catch (ServerStartException e) {
                // A stranger may take a port between the check and the start: then the next one will do.
                boolean portWasTaken = String.valueOf(e.getMessage()).contains("Address already in use");
                if (!portWasTaken || attempt == ATTEMPTS) {
                    FreePorts.giveBack(port);
                    throw e;
                }
            }
        }
    }

    private RedisServer startOn(int port) {
        RedisAddress address = new RedisAddress(port, config.password(), config.tlsIdentity());
        TempDirectory directory = TempDirectory.create("redis");
        ServerProcess process = ServerCommand.in(directory, commandLine(port, directory))
                .readyWhen(pid -> isReady(address, pid))
                .start();
        return new RedisServer(process, binary, address);
    }

    /** A server of someone else's on this port has another process id, and one that loads its data answers INFO. */
    private static boolean isReady(RedisAddress address, long pid) {
        try (RespConnection connection = address.connect(PROBE_PATIENCE)) {
            RedisInfo info = RedisInfo.parse(connection.exec("INFO"));
            return info.get("process_id").equals(Long.toString(pid))
                    && info.get("loading").equals("0");
        } catch (RespException e) {
            return String.valueOf(e.getMessage()).startsWith("NOPERM"); // More is not to be learned.
        }
    }

    private List<String> commandLine(int port, TempDirectory directory) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of(binary.path().toString(), "--bind", "127.0.0.1", "--save", ""));
        words.addAll(List.of("--repl-diskless-sync-delay", "0"));
        if (binary.isAtLeast("7.0")) {
            words.addAll(List.of("--enable-debug-command", "local")); // Older ones need no leave.
        }
        addTls(words, port);
        addUsers(words, directory);
        addPrimary(words);
        words.addAll(config.arguments());
        return words;
    }

    private void addTls(List<String> words, int port) {
        String plainPort = config.tlsIdentity().isPresent() ? "0" : Integer.toString(port);
        words.addAll(List.of("--port", plainPort));
        config.tlsIdentity().ifPresent(tls -> {
            words.addAll(List.of("--tls-port", Integer.toString(port)));
            words.addAll(List.of("--tls-cert-file", tls.certificatePem().toString()));
            words.addAll(List.of("--tls-key-file", tls.keyPem().toString()));
            words.addAll(List.of("--tls-ca-cert-file", tls.certificatePem().toString()));
        });
    }

    /** Redis takes either a password or a file of users, so with users the password goes there. */
    private void addUsers(List<String> words, TempDirectory directory) {
        if (config.users().isEmpty()) {
            config.password().ifPresent(word -> words.addAll(List.of("--requirepass", word)));
            return;
        }
        List<String> lines = new ArrayList<>(config.users());
        if (lines.stream().noneMatch(line -> line.startsWith("user default "))) {
            String credential = config.password().map(word -> ">" + word).orElse("nopass");
            lines.add("user default on " + credential + " ~* &* +@all");
        }
        directory.write("users.acl", String.join("\n", lines) + "\n");
        words.addAll(List.of("--aclfile", directory.path().resolve("users.acl").toString()));
    }

    private void addPrimary(List<String> words) {
        config.primary().map(RedisServer::address).ifPresent(primary -> {
            words.addAll(List.of("--replicaof", "127.0.0.1", Integer.toString(primary.port())));
            primary.password().ifPresent(word -> words.addAll(List.of("--masterauth", word)));
            if (primary.tls().isPresent()) {
                words.addAll(List.of("--tls-replication", "yes"));
            }
        });
    }
}
