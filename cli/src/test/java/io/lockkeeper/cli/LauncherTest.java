package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code lockkeeper}, in a root where a build has just ended. What it runs are these tests' own classes. */
final class LauncherTest {
    @TempDir
    Path root;

    @BeforeEach
    void build() throws IOException {
        Files.copy(Path.of("..", "lockkeeper"), root.resolve("lockkeeper"));
        assertThat(root.resolve("lockkeeper").toFile().setExecutable(true)).isTrue();
        Path dist = root.resolve("cli/target/dist");
        Files.createDirectories(dist.resolve("1/lib"));
        Files.writeString(dist.resolve("current"), "1\n");
        Files.createSymbolicLink(dist.resolve("1/perl"), TestSupervisor.scripts());
        writeJar(dist.resolve("1/lib/lockkeeper-cli.jar"), System.getProperty("java.class.path"));
    }

    /** A jar with nothing in it but the way to other folders and jars. */
    private static void writeJar(Path jar, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(classPath.split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(joining(" ")));
        try (OutputStream file = Files.newOutputStream(jar)) {
            new JarOutputStream(file, manifest).close();
        }
    }

    @Test
    void runsACommand() throws Exception {
        try (Lockkeeper run = Lockkeeper.start(line("./lockkeeper", "run", "a", "--", "echo", "held"))) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("held\n");
            assertThat(run.err()).isEmpty();
        }
    }

    @Test
    void isFoundThroughALink() throws Exception {
        Path elsewhere = Files.createDirectories(root.resolve("else where"));
        Files.createSymbolicLink(elsewhere.resolve("first"), Path.of("..", "lockkeeper"));
        Files.createSymbolicLink(elsewhere.resolve("second"), elsewhere.resolve("first"));
        ProcessBuilder line = line("./second", "run", "a", "--", "pwd");
        try (Lockkeeper run = Lockkeeper.start(line.directory(elsewhere.toFile()))) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out().trim()).endsWith("/else where");
        }
    }

    @Test
    void theCommandKeepsTheCallersLimitOfOpenFiles() throws Exception {
        String script = "ulimit -Sn 256 && exec ./lockkeeper run a -- sh -c 'ulimit -Sn'";
        try (Lockkeeper run = Lockkeeper.start(line("sh", "-c", script))) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("256\n");
        }
    }

    @Test
    void wordsArriveAsTheyWereGivenWhereNoLocaleSaysThatTheyAreUtf8() throws Exception {
        String script = "exec ./lockkeeper run schlüssel -- sh -c 'echo \"$LOCKKEEPER_NAME 锁 $LC_ALL\"'";
        Path file = root.resolve("script");
        Files.write(file, script.getBytes(UTF_8));
        ProcessBuilder line = line("sh", "script");
        line.environment().put("LC_ALL", "C");
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("schlüssel 锁 C\n");
        }
    }

    @Test
    void withoutJavaItSaysWhatIsMissing() throws Exception {
        ProcessBuilder line = line("/usr/bin/perl", "./lockkeeper", "--version");
        line.environment().remove("JAVA_HOME");
        line.environment().put("PATH", root.toString());
        assertFails(line, "no Java found; a JDK, version 17 or newer, is needed", "openjdk-17-jdk");
    }

    @Test
    void aJavaHomeWithoutJavaIsNamed() throws Exception {
        ProcessBuilder line = line("./lockkeeper", "--version");
        line.environment().put("JAVA_HOME", root + "/none");
        assertFails(line, "JAVA_HOME is " + root + "/none, which has no bin/java", "openjdk-17-jdk");
    }

    @Test
    void aCheckoutInWhichNothingCanBeBuiltSaysWhy() throws Exception {
        Files.move(root.resolve("cli/target"), root.resolve("elsewhere"));
        Files.createFile(root.resolve("cli/target")); // Not even root can make a folder of it.
        assertFails(
                line("./lockkeeper", "--version"),
                "cannot build in " + root + ": " + root + "/cli/target: ",
                "Not a directory");
    }

    @Test
    void aLinkToNothingInPlaceOfAFolderIsNamed() throws Exception {
        Files.move(root.resolve("cli/target"), root.resolve("elsewhere"));
        Files.createSymbolicLink(root.resolve("cli/target"), Path.of("nowhere"));
        assertFails(
                line("./lockkeeper", "--version"),
                "cannot build in " + root + ": " + root + "/cli/target: ",
                "Not a directory");
    }

    @Test
    void anOldJavaIsRefused() throws Exception {
        Path old = root.resolve("old");
        Files.createDirectories(old.resolve("bin"));
        Files.createSymbolicLink(old.resolve("bin/java"), Path.of("/bin/false"));
        Files.writeString(old.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"11.0.2\"\n");
        ProcessBuilder line = line("./lockkeeper", "--version");
        line.environment().put("JAVA_HOME", old.toString());
        assertFails(line, "Java 17 or newer is needed, " + old + "/bin/java is 11.0.2", "openjdk-17-jdk");
    }

    @Test
    void aJavaThatCannotCompileIsToldApartWhereThereIsSomethingToBuild() throws Exception {
        Files.delete(root.resolve("cli/target/dist/current"));
        Path bare = root.resolve("bare");
        Files.createDirectories(bare.resolve("bin"));
        Files.createSymbolicLink(bare.resolve("bin/java"), Path.of(System.getProperty("java.home"), "bin", "java"));
        ProcessBuilder line = line("./lockkeeper", "--version");
        line.environment().put("JAVA_HOME", bare.toString());
        assertFails(line, bare + "/bin/java is a Java without a compiler", "openjdk-17-jdk");
    }

    @Test
    void aShellThatIsToldToRunItDoesSo() throws Exception {
        ProcessBuilder line = line("sh", "lockkeeper", "run", "a", "--", "echo", "held");
        line.environment().put("CDPATH", "/:/tmp");
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("held\n");
        }
    }

    @Test
    void aCopyIsRefused() throws Exception {
        Path copy = Files.copy(
                root.resolve("lockkeeper"),
                Files.createDirectories(root.resolve("bin")).resolve("lk"));
        assertFails(line(copy.toString(), "version"), copy + " is not in a checkout of Lockkeeper", "Link to it");
        assertThat(root.resolve("bin")).isDirectoryNotContaining("glob:**/cli");
    }

    @Test
    void aBuildThatIsOldIsUsedWhereThereCanBeNoOther() throws Exception {
        Files.createDirectories(root.resolve("core/src/main"));
        Files.setLastModifiedTime(root.resolve("cli/target/dist/current"), FileTime.fromMillis(0));
        Files.createDirectory(root.resolve("cli/target/dist/build.lock")); // Not even root can open that to write.
        try (Lockkeeper run = Lockkeeper.start(line("./lockkeeper", "run", "a", "--", "echo", "held"))) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("held\n");
            assertThat(run.err()).contains("older than its sources").hasLineCount(1);
        }
    }

    @Test
    void aJvmThatDoesNotStartIsNotTakenForTheCommand() throws Exception {
        ProcessBuilder line = line("./lockkeeper", "run", "a", "--", "echo", "held");
        line.environment().put("JDK_JAVA_OPTIONS", "-XX:NoSuchOption=1");
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).isEqualTo(70);
            assertThat(run.err()).endsWith("lockkeeper: Java could not be started\n");
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void whatOthersTellPerlIsForTheCommand() throws Exception {
        ProcessBuilder line =
                line("./lockkeeper", "run", "a", "--", "sh", "-c", "echo $PERL5OPT $PERL_BADLANG $LC_ALL");
        line.environment().putAll(Map.of("PERL5OPT", "-MNoSuchModule", "PERL_BADLANG", "1", "LC_ALL", "xx_XX.UTF-8"));
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("-MNoSuchModule 1 xx_XX.UTF-8\n");
            assertThat(run.err()).isEmpty();
        }
    }

    private static void assertFails(ProcessBuilder line, String reason, String remedy) throws Exception {
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).isEqualTo(70);
            assertThat(run.err()).startsWith("lockkeeper: " + reason).contains(remedy);
            assertThat(run.out()).isEmpty();
        }
    }

    private ProcessBuilder line(String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(line).directory(root.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put(StoreUrl.VARIABLE, "file:" + root.resolve("locks"));
        return builder;
    }
}
