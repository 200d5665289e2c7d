package io.lockkeeper.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A real MySQL server for tests, on a loopback port of its own: user and database {@code lockkeeper}, no password. It
 * does not wait for its disk, so it survives a kill, but no power cut. Thread-safe; ends with this JVM at the latest.
 *
 * <p>Tests that start it need {@link RequiresNewer @RequiresNewer("mysql")}.
 */
public final class MySqlServer extends LoopbackServer {

    private MySqlServer(ServerProcess process, int port) {
        super(process, port);
    }

    /**
     * Starts a server and returns when it answers.
     *
     * @param options options of its command line, such as "--max-connections=20"
     */
    public static MySqlServer start(String... options) {
        String program = Installation.newer("mysql").program("mysqld");
        List<String> tables = List.of(program, "--initialize-insecure");
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(List.of("--mysqlx=OFF", "--secure-file-priv=", "--auto-generate-certs=OFF"));
        return ServerCommand.onFreePort(
                port -> new MySqlServer(MySqlLaunch.start(program, tables, port, all.toArray(String[]::new)), port));
    }

    @Override
    protected String url(int port) {
        return "jdbc:mysql://127.0.0.1:" + port + "/lockkeeper?user=lockkeeper&sslMode=DISABLED";
    }
}
