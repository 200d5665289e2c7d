package io.lockkeeper.servers;

/**
 * A real PgBouncer for tests, on a loopback port of its own, before a PostgreSQL server: the same user and databases.
 * Thread-safe; ends with this JVM at the latest.
 *
 * <p>Tests that start it need {@link RequiresNewer @RequiresNewer("pgbouncer")}.
 */
public final class PgBouncer extends LoopbackServer {

    private PgBouncer(ServerProcess process, int port) {
        super(process, port);
    }

    /**
     * Starts a PgBouncer and returns when it answers.
     *
     * @param settings settings of its configuration, such as "pool_mode=transaction"
     */
    public static PgBouncer before(PostgresServer server, String... settings) {
        return before(server.port(), settings);
    }

    /**
     * Starts a PgBouncer and returns when it answers.
     *
     * @param server the port of the PostgreSQL server
     * @param settings settings of its configuration, such as "pool_mode=transaction"
     */
    public static PgBouncer before(int server, String... settings) {
        return ServerCommand.onFreePort(port -> new PgBouncer(start(server, port, settings), port));
    }

    private static ServerProcess start(int server, int port, String... settings) {
        TempDirectory directory = TempDirectory.create("pgbouncer");
        String configuration = """
            [databases]
            * = host=127.0.0.1 port=%d
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = trust
            auth_file = users.txt
            %s
            """.formatted(server, port, String.join("\n", settings));
        directory.write("users.txt", "\"lockkeeper\" \"\"\n");
        directory.write("pgbouncer.ini", configuration);
        return ServerCommand.in(directory)
                .addAsRoot(PostgresServer.AS_SOMEBODY_ELSE)
                .add(Installation.newer("pgbouncer").program("pgbouncer"), "pgbouncer.ini")
                .readyWhen(Probe.accepts(port))
                .start();
    }

    @Override
    protected String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=lockkeeper";
    }
}
