package io.lockkeeper.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMemcached;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars as modules: the stores are found as services, and find their own scripts. */
class ModulePathTest {

    private static final List<String> TEST_LIBRARIES = List.of(
            "junit", "opentest4j", "apiguardian", "assertj", "byte-buddy", "surefire", "test-classes", "examples");

    /** ZooKeeper's two jars have packages in common, and so can't both be modules: that store is for class paths. */
    private static final List<String> NO_MODULES =
            List.of("apache/zookeeper", "apache/curator", "stores/zookeeper", "lockkeeper-zookeeper");

    @Test
    @RequiresEtcd
    @RequiresMemcached
    void everyStoreWorksOnTheModulePath(@TempDir Path folder) throws Exception {
        // On later Javas gRPC has the JVM warn there.
        Path complaints = folder.resolve("stderr");
        try (RedisServer redis = RedisServer.start();
                MemcachedServer memcached = MemcachedServer.start();
                EtcdServer etcd = EtcdServer.start()) {
            Process program = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--module-path",
                            modulePath(),
                            "--add-modules",
                            "io.lockkeeper.memory,io.lockkeeper.file,io.lockkeeper.redis,io.lockkeeper.jdbc,"
                                    + "io.lockkeeper.etcd,io.lockkeeper.memcached,"
                                    + "io.lockkeeper.optimistic,io.lockkeeper.micrometer,com.h2database,org.slf4j.nop",
                            "--class-path",
                            location(Program.class),
                            Program.class.getName(),
                            "memory:modules",
                            "file:" + folder.resolve("locks"),
                            redis.url(),
                            memcached.url(),
                            "jdbc:h2:mem:modules;DB_CLOSE_DELAY=-1",
                            etcd.url())
                    .redirectError(complaints.toFile())
                    .start();
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = program.waitFor();
            assertThat(code).as(Files.readString(complaints)).isZero();
            assertThat(said.lines()).containsExactlyElementsOf(Collections.nCopies(6, "io.lockkeeper: held"));
        }
    }

    /** Takes a lock in each store. */
    static final class Program {
        private Program() {}

        public static void main(String[] stores) throws InterruptedException {
            for (String store : stores) {
                try (LockClient locks = LockClient.connect(store);
                        Lease lease = locks.lock("orders:42").acquire()) {
                    System.out.println(LockClient.class.getModule().getName() + (lease.isHeld() ? ": held" : ": lost"));
                }
            }
        }
    }

    private static String modulePath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> TEST_LIBRARIES.stream().noneMatch(entry::contains))
                .filter(entry -> NO_MODULES.stream().noneMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String location(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
