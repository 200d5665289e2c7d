package io.lockkeeper.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    /** PostgreSQL and PgBouncer refuse to run as root; in a user namespace they see themselves as somebody else. */
    static final String[] AS_SOMEBODY_ELSE = {"unshare", "-U"};

    private PostgresServer(ServerProcess process, int port) {
        super(process, port);
    }

    /**
     * Starts a server and returns when it answers.
     *
     * @param settings settings of its configuration, such as "max_connections=20"
     */
    public static PostgresServer start(String... settings) {
        return ServerCommand.onFreePort(port -> new PostgresServer(launch(port, false, settings), port));
    }

    /** Starts a standby like {@link #start(String...)}. It has no primary, and so no data but that of a new server. */
    public static PostgresServer startStandby(String... settings) {
        return ServerCommand.onFreePort(port -> new PostgresServer(launch(port, true, settings), port));
    }

    private static ServerProcess launch(int port, boolean standby, String... settings) {
        TempDirectory directory = TempDirectory.create("postgres");
        Path data = directory.path().resolve("data");
        List<String> make = new ArrayList<>(ServerCommand.isRoot() ? List.of(AS_SOMEBODY_ELSE) : List.of());
        make.addAll(List.of(PostgresBinaries.program("initdb"), "-D", data.toString(), "-U", "lockkeeper"));
        make.addAll(List.of("-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"));
        ProgramOutput.of(make);
        if (standby) {
            makeStandby(data);
        }
        ServerCommand command = ServerCommand.in(directory)
                .addAsRoot(AS_SOMEBODY_ELSE)
                .add(PostgresBinaries.program("postgres"), "-D", data.toString(), "-p", "" + port, "-h", "127.0.0.1")
                .add("-c", "unix_socket_directories=", "-c", "fsync=off");
        for (String setting : settings) {
            command.add("-c", setting);
        }
        return command.readyWhen(pid -> isReady(data.resolve("postmaster.pid"), pid))
                .stoppedBy(Signal.INT)
                .start();
    }

    private static void makeStandby(Path data) {
        try {
            Files.createFile(data.resolve("standby.signal"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=lockkeeper";
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
