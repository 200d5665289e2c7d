package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.FreePorts;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.ZooKeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A password in the store's URL is seen nowhere but there. */
final class SecretsTest {
    private static final String SECRET = "geheim-47";

    @Test
    void errorsDoNotShowIt() throws Exception {
        int nowhere = FreePorts.take();
        List<String> urls = List.of(
                "redis://user:" + SECRET + "@127.0.0.1:" + nowhere,
                "redis://:" + SECRET + "@127.0.0.1:" + nowhere + "/notANumber",
                "redis://:" + SECRET + "@127.0.0.1:" + nowhere + "?unknown=1",
                "redis://:" + SECRET + "@127.0.0.1:port",
                "redis://:" + SECRET + "@ /",
                "redis:user:" + SECRET + "@127.0.0.1",
                "redis:/user:" + SECRET + "@127.0.0.1",
                "redis://:a?" + SECRET + "@127.0.0.1:" + nowhere,
                "redis://127.0.0.1:" + nowhere + "?password=" + SECRET,
                "memcached://user:" + SECRET + "@127.0.0.1:" + nowhere,
                "memcached://:" + SECRET + "@127.0.0.1:" + nowhere,
                "memcached://user:" + SECRET + "@a,b",
                "jdbc:postgresql://127.0.0.1:" + nowhere + "/db?user=a&password=" + SECRET,
                "jdbc:postgresql://127.0.0.1:" + nowhere + "/db?password=" + SECRET + "&lockkeeper.unknown=1",
                "jdbc:mariadb://user:" + SECRET + "@127.0.0.1:" + nowhere + "/db",
                "etcd://user:" + SECRET + "@127.0.0.1:" + nowhere + "?timeout=500ms",
                "etcd://user:" + SECRET + "@127.0.0.1:port",
                "zk://user:" + SECRET + "@127.0.0.1:" + nowhere + "?timeout=300ms",
                "zk://user:" + SECRET + "@127.0.0.1:" + nowhere + "/a//b",
                "zk://user:" + SECRET + "@127.0.0.1:port",
                "zk://127.0.0.1:" + nowhere + "?timeout=300ms&acl=digest:user:" + SECRET + ":cdrwa",
                "zk://127.0.0.1:" + nowhere + "/a//b?acl=digest:user:" + SECRET + ":cdrwa",
                "file://user:" + SECRET + "@127.0.0.1/locks",
                "nowhere://user:" + SECRET + "@127.0.0.1",
                "//user:" + SECRET + "@127.0.0.1",
                "user:" + SECRET + "@127.0.0.1");
        for (String url : urls) {
            try (Lockkeeper run = Lockkeeper.ended(url, "run", "--verbose", "a", "--", "true")) {
                assertThat(run.code()).as(url + run.err()).isIn(64, 69);
                assertThat(run.out() + run.err()).as(url).doesNotContain(SECRET);
            }
        }
    }

    @Test
    void aWrongPasswordIsNotShown() throws Exception {
        try (RedisServer redis = RedisServer.configure().password("another").start();
                Lockkeeper run = Lockkeeper.ended(
                        "redis://:" + SECRET + "@127.0.0.1:" + redis.port(), "run", "--verbose", "a", "--", "true")) {
            assertThat(run.code()).as(run.err()).isEqualTo(69);
            assertThat(run.err()).doesNotContain(SECRET);
        }
    }

    @Test
    void noProcessThatIsStartedHasIt() throws Exception {
        try (RedisServer redis = RedisServer.configure().password(SECRET).start()) {
            assertThatNobodyHasIt(redis.url());
        }
    }

    /** A database's is a parameter. */
    @Test
    void noProcessThatIsStartedHasThatOfADatabase() throws Exception {
        try (PostgresServer database = PostgresServer.start()) {
            assertThatNobodyHasIt(database.url() + "&password=" + SECRET);
        }
    }

    @Test
    void noProcessThatIsStartedHasThatOfZooKeeper() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            assertThatNobodyHasIt("zk://ann:" + SECRET + "@127.0.0.1:" + server.port());
        }
    }

    private static void assertThatNobodyHasIt(String store) throws Exception {
        try (Lockkeeper run =
                Lockkeeper.start(store, "run", "-v", "a", "--", "sh", "-c", "env; sleep 60 & echo up; wait")) {
            run.says("up\n");
            assertThat(run.out())
                    .contains("LOCKKEEPER_STORE=")
                    .doesNotContainPattern("LOCKKEEPER_STORE=\\S*(user=|ann)");
            List<ProcessHandle> descendants = run.supervisor().descendants().toList();
            assertThat(descendants).hasSizeGreaterThanOrEqualTo(2);
            for (ProcessHandle process : descendants) {
                Path proc = Path.of("/proc", Long.toString(process.pid()));
                for (String file : List.of("cmdline", "environ")) {
                    assertThat(Files.readString(proc.resolve(file), ISO_8859_1))
                            .as(process.info() + " " + file)
                            .doesNotContain(SECRET);
                }
            }
            for (String verb : List.of("list", "version")) {
                try (Lockkeeper other = Lockkeeper.ended(store, verb)) {
                    assertThat(other.code()).isZero();
                    assertThat(other.out() + other.err()).doesNotContain(SECRET);
                }
            }
            assertThat(run.out() + run.err()).doesNotContain(SECRET);
        }
    }
}
