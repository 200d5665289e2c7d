package io.lockkeeper.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.EtcdServer;
import io.lockkeeper.servers.MemcachedServer;
import io.lockkeeper.servers.PostgresServer;
import io.lockkeeper.servers.RequiresEtcd;
import io.lockkeeper.servers.RequiresMemcached;
import io.lockkeeper.servers.ZooKeeperServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every example in the package runs to its end and prints what it shows. */
class EveryExampleTest {

    @TestFactory
    Stream<DynamicTest> everyExampleRunsToItsEnd() throws Exception {
        return examples().map(example -> DynamicTest.dynamicTest(example.getSimpleName(), () -> run(example)));
    }

    @Test
    void theScanFindsTheExamples() throws Exception {
        assertThat(examples()).contains(FirstLock.class, WaitTimeout.class).hasSizeGreaterThan(15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "README.zh-CN.md"})
    void theReadmeLinksToEveryExample(String readme) throws Exception {
        Path root = Path.of("..", "..");
        List<String> linked = Pattern.compile("\\]\\((examples/features/[^)]+)\\)")
                .matcher(Files.readString(root.resolve(readme)))
                .results()
                .map(link -> link.group(1))
                .sorted()
                .toList();
        String sources = "examples/features/src/main/java/";
        assertThat(linked)
                .isEqualTo(examples()
                        .map(example -> sources + example.getName().replace('.', '/') + ".java")
                        .sorted()
                        .toList());
    }

    private static Stream<Class<?>> examples() throws IOException, URISyntaxException {
        Path classes = Path.of(FirstLock.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path folder = classes.resolve(FirstLock.class.getPackageName().replace('.', '/'));
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.contains("$") && !name.contains("-"))
                    .map(name -> FirstLock.class.getPackageName() + "." + name.replace(".class", ""))
                    .sorted()
                    .toList();
            return names.stream().map(EveryExampleTest::load);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Test
    void thoseForDatabasesRunOnAServerToo() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            assertThat(run(ConnectionLock.class, server.url()))
                    .contains("I am the one: true; another may as well: false");
            assertThat(run(CheckedCommit.class, server.url())).contains("committed");
            assertThat(run(TransactionLock.class, server.url())).contains("transferred");
        }
    }

    @Test
    @RequiresMemcached
    void whatOnlySavesWorkRunsOnACacheToo() throws Exception {
        try (MemcachedServer server = MemcachedServer.start()) {
            assertThat(run(WorkSaved.class, server.url()))
                    .contains("The other saves itself the work.", "gives no fencing tokens");
        }
    }

    @Test
    @RequiresEtcd
    void thatForEtcdRunsOnAServerToo() throws Exception {
        try (EtcdServer server = EtcdServer.start()) {
            assertThat(run(EtcdSession.class, server.url() + "?ttl=20s"))
                    .contains("grown: true")
                    .containsPattern("for: 1?[0-9] s");
        }
    }

    @Test
    void thatForZooKeeperRunsOnAServerToo() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.start()) {
            assertThat(run(LocksOfASession.class, server.url() + "/apps?session=20s"))
                    .contains("SESSION_END")
                    .containsPattern("Held: 100; the first is good for another 1?[0-9] s");
        }
    }

    private static String run(Class<?> example, String... arguments) throws Exception {
        List<Thread> before = programThreads();
        PrintStream console = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            example.getMethod("main", String[].class).invoke(null, (Object) arguments);
        } finally {
            System.setOut(console);
            System.out.println(example.getSimpleName() + ":\n" + printed.toString(StandardCharsets.UTF_8));
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isNotBlank().doesNotContain("Not reached");
        assertThat(Modifier.isPublic(example.getModifiers())).isTrue();
        for (Thread thread : programThreads()) {
            if (!before.contains(thread)) {
                thread.join(Duration.ofSeconds(5).toMillis());
                assertThat(thread.isAlive())
                        .as("%s keeps the JVM from ending", thread)
                        .isFalse();
            }
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static List<Thread> programThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.isDaemon())
                .toList();
    }
}
