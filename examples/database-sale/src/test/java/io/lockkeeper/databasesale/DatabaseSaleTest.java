package io.lockkeeper.databasesale;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RequiresMariaDb;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every way to sell that promises to be right is right, on every database, with real processes. */
class DatabaseSaleTest {

    @Test
    void onPostgreSql() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            assertThatAllIsRight(server.url());
        }
    }

    @Test
    @RequiresMariaDb
    void onMariaDb() throws Exception {
        try (MariaDbServer server = MariaDbServer.start()) {
            assertThatAllIsRight(server.url());
        }
    }

    /** In a file that processes share. */
    @Test
    void onH2(@TempDir Path folder) throws Exception {
        assertThatAllIsRight("jdbc:h2:file:" + folder.resolve("sale") + ";AUTO_SERVER=TRUE");
    }

    @Test
    void whatIsSoldTwiceIsSaidToBeWrong() {
        assertThat(new Count(10, 7, 3, 1).exact()).isTrue();
        assertThat(new Count(10, 8, 3, 1).exact()).isFalse();
        assertThat(new Count(10, 12, -2, 1).exact()).isFalse();
    }

    private static void assertThatAllIsRight(String url) throws Exception {
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        boolean right = new DatabaseSale(url, 2, 3, 300).run(new PrintStream(told, true, StandardCharsets.UTF_8));
        String story = told.toString(StandardCharsets.UTF_8);
        assertThat(right).as(story).isTrue();
        System.out.println(story);
    }
}
