package io.lockkeeper.cli;

import static io.lockkeeper.cli.UnreachableStoresTest.assertThatItFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.LoopbackServer;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** What a database's user is told that may not do what locks need, or whose database is not there. */
final class DatabaseAccessTest {

    @Test
    void postgreSqlTellsOfAWrongUserAMissingDatabaseAndMissingRights() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            String url = "jdbc:postgresql://127.0.0.1:" + server.port();
            assertThatItFails(url + "/postgres?user=nobody", "refused: ", "Check user, password and database.");
            assertThatItFails(url + "/missing?user=lockkeeper", "\"missing\"", "Check user, password and database.");
            execute(server, "CREATE ROLE reader LOGIN");
            String reader = url + "/postgres?user=reader";
            assertThatItFails(
                    reader, "permission denied", "The user must be allowed to read and write the lock tables");
            makeTables(server);
            execute(server, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader");
            assertThatItFails(
                    reader, "permission denied", "The user must be allowed to read and write the lock tables");
        }
    }

    @Test
    @RequiresMariaDb
    void mariaDbTellsOfAWrongPasswordAndAMissingDatabase() throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            String url = "jdbc:mariadb://127.0.0.1:" + server.port();
            assertThatItFails(
                    url + "/lockkeeper?user=lockkeeper&password=wrong&sslMode=disable",
                    "refused: ",
                    "Check user, password and database.");
            assertThatItFails(
                    url + "/missing?user=lockkeeper&sslMode=disable",
                    "'missing'",
                    "Check user, password and database.");
        }
    }

    /** The command line has MariaDB's driver only, which takes such a URL if it is told to. */
    @Test
    @RequiresMariaDb
    void urlsOfMySqlAreUnderstood() throws Exception {
        try (MariaDbServer server = MariaDbServer.start();
                Lockkeeper run = Lockkeeper.ended(
                        server.url().replace("jdbc:mariadb:", "jdbc:mysql:"), "run", "a", "--", "echo", "ran")) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("ran\n");
        }
    }

    private static void makeTables(LoopbackServer server) throws Exception {
        try (Lockkeeper run = Lockkeeper.ended(server.url(), "run", "a", "--", "true")) {
            assertThat(run.code()).as(run.err()).isZero();
        }
    }

    private static void execute(LoopbackServer server, String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection(server.url());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
