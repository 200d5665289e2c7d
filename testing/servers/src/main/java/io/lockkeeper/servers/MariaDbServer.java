package io.lockkeeper.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real MariaDB server for tests, on a loopback port of its own: user and database {@code lockkeeper}, no password. It
 * does not wait for its disk, so it survives a kill, but no power cut. Thread-safe; ends with this JVM at the latest.
 *
 * <p>The server must be installed: see {@link RequiresMariaDb}.
 */
public final class MariaDbServer extends LoopbackServer {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String USERS = """
            CREATE DATABASE IF NOT EXISTS lockkeeper;
            CREATE USER IF NOT EXISTS lockkeeper@'127.0.0.1';
            GRANT ALL ON *.* TO lockkeeper@'127.0.0.1';
            """;

    private MariaDbServer(ServerProcess process, int port) {
        super(process, port);
    }

    /**
     * Starts a server and returns when it answers.
     *
     * @param options options of its command line, such as "--max-connections=20"
     */
    public static MariaDbServer start(String... options) {
        TempDirectory directory = TempDirectory.create("mariadb");
        String data = directory.path().resolve("data").toString();
        // A server clears its folder for temporary tables when it starts: those of another, if it is shared.
        String temporary = "TMPDIR=" + directory.path();
        List<String> make = new ArrayList<>(List.of("env", temporary));
        make.addAll(asUser("mariadb-install-db"));
        make.addAll(List.of("--datadir=" + data, "--skip-test-db", "--skip-name-resolve"));
        ProgramOutput.of(make.toArray(String[]::new));
        Path users = directory.write("users.sql", USERS);
        int port = FreePorts.take();
        Path pidFile = directory.path().resolve("mariadbd.pid");
        List<String> command = asUser("mariadbd");
        command.addAll(List.of("--datadir=" + data, "--port=" + port, "--bind-address=127.0.0.1"));
        command.addAll(List.of("--socket=" + directory.path().resolve("socket"), "--pid-file=" + pidFile));
        command.add("--tmpdir=" + directory.path());
        command.addAll(List.of("--init-file=" + users, "--skip-ssl", "--skip-name-resolve"));
        command.addAll(List.of("--innodb-flush-log-at-trx-commit=2", "--skip-log-bin"));
        command.addAll(List.of(options));
        ServerProcess process = ServerCommand.in(directory, command)
                .readyWhen(pid -> isReady(pidFile, pid) && Probe.accepts(port).isReady(pid))
                .within(PATIENCE)
                .start();
        return new MariaDbServer(process, port);
    }

    @Override
    String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/lockkeeper?user=lockkeeper&sslMode=disable";
    }

    /** As root it wants to be told so. */
    private static List<String> asUser(String program) {
        List<String> words = new ArrayList<>(List.of(program, "--no-defaults"));
        if (System.getProperty("user.name").equals("root")) {
            words.add("--user=root");
        }
        return words;
    }

    private static boolean isReady(Path pidFile, long pid) throws IOException {
        return Files.exists(pidFile) && Files.readString(pidFile).strip().equals(Long.toString(pid));
    }
}
