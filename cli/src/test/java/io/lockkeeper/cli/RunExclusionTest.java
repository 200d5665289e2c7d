package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.MariaDbServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMariaDb;
import io.lockkeeper.servers.ZooKeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several runs of one name: a log that all of them write shows one at a time. */
final class RunExclusionTest {
    private static final int RUNS = 6;

    @TempDir
    Path folder;

    @Test
    void onTheFileStore() throws Exception {
        excludeEachOther("file:" + folder.resolve("locks"));
    }

    @Test
    void onRedis() throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            excludeEachOther(redis.url());
        }
    }

    @Test
    void onPostgreSql() throws Exception {
        try (PostgresServer database = PostgresServer.start()) {
            excludeEachOther(database.url());
        }
    }

    @Test
    void onZooKeeper() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            excludeEachOther(server.url());
        }
    }

    @Test
    @RequiresMariaDb
    void onMariaDb() throws Exception {
        try (MariaDbServer database = MariaDbServer.start()) {
            excludeEachOther(database.url());
        }
    }

    @Test
    @RequiresEtcd
    void onEtcd() throws Exception {
        try (EtcdServer etcd = EtcdServer.start()) {
            excludeEachOther(etcd.url());
        }
    }

    private void excludeEachOther(String store) throws Exception {
        Path log = Files.createFile(folder.resolve("log"));
        String script = "echo begin $LOCKKEEPER_TOKEN >>\"$0\"; sleep 0.1; echo end $LOCKKEEPER_TOKEN >>\"$0\"";
        List<Lockkeeper> runs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            runs.add(Lockkeeper.start(store, "run", "a", "--", "sh", "-c", script, log.toString()));
        }
        for (Lockkeeper run : runs) {
            assertThat(run.code()).as(run.err()).isZero();
            run.close();
        }
        List<String> lines = Files.readAllLines(log);
        assertThat(lines).hasSize(2 * RUNS);
        long last = 0;
        for (int i = 0; i < lines.size(); i += 2) {
            long token = Long.parseLong(lines.get(i).substring("begin ".length()));
            assertThat(lines.get(i + 1)).as("log: " + lines).isEqualTo("end " + token);
            assertThat(token).isGreaterThan(last);
            last = token;
        }
    }
}
