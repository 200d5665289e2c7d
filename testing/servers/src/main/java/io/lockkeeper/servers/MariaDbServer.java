package io.lockkeeper.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A real MariaDB server for tests, on a loopback port of its own: user and database {@code lockkeeper}, no password. It
 * does not wait for its disk, so it survives a kill, but no power cut. Thread-safe; ends with this JVM at the latest.
 *
 * <p>The server must be installed: see {@link RequiresMariaDb}.
 */
public final class MariaDbServer extends LoopbackServer {

    private MariaDbServer(ServerProcess process, int port) {
        super(process, port);
    }

    /**
     * Starts a server and returns when it answers.
     *
     * @param options options of its command line, such as "--max-connections=20"
     */
    public static MariaDbServer start(String... options) {
        return start(Installation.MACHINE, options);
    }

    /** Starts a server of this installation like {@link #start(String...)}. */
    public static MariaDbServer start(Installation installation, String... options) {
        String make = installation.program("mariadb-install-db");
        List<String> tables = List.of(make, "--skip-test-db", "--skip-name-resolve");
        List<String> all = new ArrayList<>(List.of("--skip-ssl"));
        all.addAll(List.of(options));
        return ServerCommand.onFreePort(port -> new MariaDbServer(
                MySqlLaunch.start(installation.program("mariadbd"), tables, port, all.toArray(String[]::new)), port));
    }

    @Override
    protected String url(int port) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/lockkeeper?user=lockkeeper&sslMode=disable";
    }
}
