package io.lockkeeper.jdbc;

import io.lockkeeper.servers.Installation;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.MySqlServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.store.StoreAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A database of one test class. Servers are started once and end with this JVM; a class has a database of its own on them.
 *
 * @param url where it is
 */
record TestDatabase(String url) {

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String CONNECTIONS = "500";

    /** Started when first asked for. */
    private static final class OnlyPostgres {
        static final PostgresServer SERVER = PostgresServer.start("max_connections=" + CONNECTIONS);
    }

    /** Started when first asked for. */
    private static final class OnlyMariaDb {
        static final MariaDbServer SERVER = MariaDbServer.start("--max-connections=" + CONNECTIONS);
    }

    /** Started when first asked for. */
    private static final class OnlyNewerMariaDb {
        static final MariaDbServer SERVER =
                MariaDbServer.start(Installation.newer("mariadb"), "--max-connections=" + CONNECTIONS);
    }

    /** Started when first asked for. */
    private static final class OnlyMySql {
        static final MySqlServer SERVER = MySqlServer.start("--max-connections=" + CONNECTIONS);
    }

    static TestDatabase postgreSql() {
        return own(OnlyPostgres.SERVER.url());
    }

    static TestDatabase mariaDb() {
        return own(OnlyMariaDb.SERVER.url());
    }

    static TestDatabase newerMariaDb() {
        return own(OnlyNewerMariaDb.SERVER.url());
    }

    static TestDatabase mySql() {
        return own(OnlyMySql.SERVER.url());
    }

    /** MySQL's driver and statements, on its kin. */
    static TestDatabase mySqlsDriver() {
        return own(
                "jdbc:mysql://127.0.0.1:" + OnlyMariaDb.SERVER.port() + "/lockkeeper?user=lockkeeper&sslMode=DISABLED");
    }

    /** In this process; it ends with it. */
    static TestDatabase h2() {
        return new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    /** The URL with parameters of ours. */
    String url(String parameters) {
        return url + (url.contains("?") ? "&" : "?") + parameters;
    }

    /** A store in it that a busy machine does not make fail. */
    JdbcStore open() {
        return open("lockkeeper.timeout=30s");
    }

    /** A store in it, with parameters of ours. */
    JdbcStore open(String parameters) {
        return JdbcStore.connect(StoreAddress.parse(url(parameters)));
    }

    /** A connection without any pool. */
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    void execute(String... commands) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    /** What a question is answered with that asks for a number. */
    long number(String question) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    private static TestDatabase own(String server) {
        String name = "test" + NUMBER.incrementAndGet();
        try {
            new TestDatabase(server).execute("CREATE DATABASE " + name);
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
        return new TestDatabase(server.replaceFirst("/\\w+\\?", "/" + name + "?"));
    }
}
