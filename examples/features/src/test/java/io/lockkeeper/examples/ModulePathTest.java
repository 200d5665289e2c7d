package io.lockkeeper.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.RedisServer;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars as modules: the stores are found as services, and find their own scripts. */
class ModulePathTest {

    private static final List<String> TEST_LIBRARIES = List.of(
            "junit", "opentest4j", "apiguardian", "assertj", "byte-buddy", "surefire", "test-classes", "examples");

    @Test
    void everyStoreWorksOnTheModulePath(@TempDir Path folder) throws Exception {
        try (RedisServer redis = RedisServer.start()) {
            Process program = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "--module-path",
                            modulePath(),
                            "--add-modules",
                            "io.lockkeeper.memory,io.lockkeeper.file,io.lockkeeper.redis,org.slf4j.nop",
                            "--class-path",
                            location(Program.class),
                            Program.class.getName(),
                            "memory:modules",
                            "file:" + folder.resolve("locks"),
                            redis.url())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(program.waitFor()).as(said).isZero();
            assertThat(said.lines())
                    .as(said)
                    .containsExactly("io.lockkeeper: held", "io.lockkeeper: held", "io.lockkeeper: held");
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
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String location(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
