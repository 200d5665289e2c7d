package io.lockkeeper.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The start of a MySQL or MariaDB server: its folder, its user and its readiness. */
final class MySqlLaunch {
    private static final String USERS = """
        CREATE DATABASE IF NOT EXISTS lockkeeper;
        CREATE USER IF NOT EXISTS lockkeeper@'127.0.0.1';
        GRANT ALL ON *.* TO lockkeeper@'127.0.0.1';
        """;

    private MySqlLaunch() {}

    /**
     * Starts a server and returns when it answers.
     *
     * @param program the server
     * @param make the program that fills its folder with the system's tables, and its options
     * @param options options of the server's command line
     */
    static ServerProcess start(String program, List<String> make, int port, String... options) {
        TempDirectory directory = TempDirectory.create("mysql");
        Path data = directory.path().resolve("data");
        Path pidFile = directory.path().resolve("server.pid");
        // A server clears its folder for temporary tables when it starts: those of another, if it is shared.
        List<String> first =
                new ArrayList<>(List.of("env", "TMPDIR=" + directory.path(), make.get(0), "--no-defaults"));
        if (ServerCommand.isRoot()) {
            first.add("--user=root");
        }
        first.add("--datadir=" + data);
        first.addAll(make.subList(1, make.size()));
        ProgramOutput.of(first);
        return ServerCommand.in(directory)
                .add(program, "--no-defaults")
                .addAsRoot("--user=root")
                .add("--datadir=" + data, "--port=" + port, "--bind-address=127.0.0.1")
                .add("--socket=" + directory.path().resolve("socket"), "--pid-file=" + pidFile)
                .add("--tmpdir=" + directory.path(), "--init-file=" + directory.write("users.sql", USERS))
                .add("--skip-name-resolve", "--innodb-flush-log-at-trx-commit=2", "--skip-log-bin")
                .add(options)
                .readyWhen(pid -> isReady(pidFile, pid) && Probe.accepts(port).isReady(pid))
                .start();
    }

    private static boolean isReady(Path pidFile, long pid) throws IOException {
        return Files.exists(pidFile) && Files.readString(pidFile).strip().equals(Long.toString(pid));
    }
}
