package io.lockkeeper.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A real PostgreSQL server for tests, on a loopback port of its own: user {@code lockkeeper}, no password, database
 * {@code postgres}. It does not wait for its disk, so it survives a kill, but no power cut. Thread-safe; ends with
 * this JVM at the latest.
 *
 * <p>To pause it stops its main process where it is: nobody gets a new connection; those that are open are served.
 */
public final class PostgresServer extends LoopbackServer {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private PostgresServer(ServerProcess process, int port) {
        super(process, port);
    }

    /**
     * Starts a server and returns when it answers.
     *
     * @param settings settings of its configuration, such as "max_connections=20"
     */
    public static PostgresServer start(String... settings) {
        TempDirectory directory = TempDirectory.create("postgres");
        Path data = directory.path().resolve("data");
        List<String> make = asUser(PostgresBinaries.program("initdb"));
        make.addAll(List.of("-D", data.toString(), "-U", "lockkeeper", "-A", "trust", "-E", "UTF8"));
        make.addAll(List.of("--locale=C", "--no-sync"));
        ProgramOutput.of(make.toArray(String[]::new));
        int port = FreePorts.take();
        List<String> command = asUser(PostgresBinaries.program("postgres"));
        command.addAll(List.of("-D", data.toString(), "-p", Integer.toString(port), "-h", "127.0.0.1"));
        command.addAll(List.of("-c", "unix_socket_directories=", "-c", "fsync=off"));
        for (String setting : settings) {
            command.addAll(List.of("-c", setting));
        }
        ServerProcess process = ServerCommand.in(directory, command)
                .readyWhen(pid -> isReady(data.resolve("postmaster.pid"), pid))
                .within(PATIENCE)
                .stoppedBy(Signal.INT)
                .start();
        return new PostgresServer(process, port);
    }

    @Override
    String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=lockkeeper";
    }

    /** PostgreSQL refuses to run as root; in a user namespace it sees itself as somebody else. */
    private static List<String> asUser(Path program) {
        List<String> words = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            words.addAll(List.of("unshare", "-U"));
        }
        words.add(program.toString());
        return words;
    }

    /** The file's first line is the process, its last one the state. */
    private static boolean isReady(Path file, long pid) throws IOException {
        if (!Files.exists(file)) {
            return false;
        }
        List<String> lines = Files.readAllLines(file);
        return lines.size() >= 8
                && lines.get(0).strip().equals(Long.toString(pid))
                && lines.get(7).strip().equals("ready");
    }
}
