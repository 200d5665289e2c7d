package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.LockOptions;
import io.lockkeeper.servers.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that set options. */
final class DefaultsTest {
    @TempDir
    Path folder;

    private Path file(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }

    private Arguments run(String... options) throws IOException {
        String[] words = new String[options.length + 3];
        System.arraycopy(options, 0, words, 0, options.length);
        System.arraycopy(new String[] {"a", "--", "true"}, 0, words, options.length, 3);
        Arguments arguments = Arguments.parse(new RunVerb().syntax(), words, 0);
        Defaults.fill(arguments, folder.resolve("machine"), folder.resolve("user"));
        return arguments;
    }

    @Test
    void theUsersFileWinsOverTheMachinesAndTheCommandLineOverBoth() throws Exception {
        file("machine", "# for all\n\nwait = 1s\n  grace=2s  \r\nlease = 3s\nquiet = yes\n");
        file("user", "wait = 4s\ngrace = 5s\nquiet = no\n");
        Arguments arguments = run("--wait", "6s");
        assertThat(arguments.value(RunVerb.WAIT)).isEqualTo("6s");
        assertThat(arguments.value(RunVerb.GRACE)).isEqualTo("5s");
        assertThat(arguments.value(RunVerb.LEASE)).isEqualTo("3s");
        assertThat(arguments.has(RunVerb.QUIET)).isFalse();
        assertThat(run("-q").has(RunVerb.QUIET)).isTrue();
    }

    @Test
    void noFileIsRead() throws Exception {
        assertThat(run().has(RunVerb.WAIT)).isFalse();
        file("machine", "wait = 1s");
        file("user", "nonsense");
        assertThat(run("--no-config").has(RunVerb.WAIT)).isFalse();
        Arguments version = Arguments.parse(new VersionVerb().syntax(), new String[0], 0);
        Defaults.fill(version, folder.resolve("machine"), folder.resolve("user"));
    }

    @Test
    void aWrongLineIsNamed() throws Exception {
        Path user = folder.resolve("user");
        for (String[] pair : new String[][] {
            {"wait = 1s\nwiat = 2s", ", line 2: 'wiat' is not a setting. The settings are at-least, description,"},
            {"conflict-exit-code = 3", ", line 1: 'conflict-exit-code' is not a setting."},
            {"store = file:locks", ", line 1: the folder of store must begin with /"},
            {"force = yes", ", line 1: 'force' is not a setting."},
            {"--wait = 1s", ", line 1: '--wait' is not a setting."},
            {"[run]", ", line 1: this line is not a setting."},
            {"redis://:geheim@host?timeout=1s", ", line 1: this line is not a setting."},
            {"wait", ", line 1: wait needs a value: wait = DURATION."},
            {"store =", ", line 1: store needs a value: store = URL."},
            {"quiet = on", ", line 1: quiet needs a value: quiet = yes or quiet = no."}
        }) {
            file("user", pair[0]);
            assertThatThrownBy(() -> run())
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(user + pair[1])
                    .hasMessageNotContaining("geheim");
        }
    }

    /** Skipped, it would have the user lock in another store than all others do. */
    @Test
    void aFileThatCannotBeReadIsNotSkipped() throws Exception {
        for (String name : new String[] {"machine", "user"}) {
            Path link = Files.createSymbolicLink(folder.resolve(name), folder.resolve("nothing"));
            assertThatThrownBy(() -> run())
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith(link + " cannot be read (it is a link to nothing)");
            Files.delete(link);
        }
    }

    @Test
    void aFileThatIsNoTextFileIsRefused() throws Exception {
        Files.write(folder.resolve("user"), "quiet = yes\nstore = file:/gr\u00f6\u00dfe\n".getBytes(ISO_8859_1));
        assertThatThrownBy(() -> run())
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(folder.resolve("user") + ", line 2: this line is not UTF-8");
        Files.delete(folder.resolve("user"));
        Files.createDirectory(folder.resolve("user"));
        assertThatThrownBy(() -> run())
                .hasMessageStartingWith(folder.resolve("user") + " cannot be read (Is a directory)");
        Files.delete(folder.resolve("user"));
        String[] makeFifo = {"mkfifo", "-m", "600", folder.resolve("user").toString()};
        assertThat(new ProcessBuilder(makeFifo).start().waitFor()).isZero();
        assertThatThrownBy(() -> run())
                .hasMessageStartingWith(folder.resolve("user") + " cannot be read (it is not a regular file)");
    }

    @Test
    void aCommentMayBeInAnyEncoding() throws Exception {
        Files.write(folder.resolve("machine"), " # f\u00fcr alle\nwait = 7s\n".getBytes(ISO_8859_1));
        assertThat(run().value(RunVerb.WAIT)).isEqualTo("7s");
    }

    /** As an administrator hides a file by a link, and a container by a mount. */
    @Test
    void theNullDeviceIsAnEmptyFile() throws Exception {
        Path machine = Files.createSymbolicLink(folder.resolve("machine"), Path.of("/dev/null"));
        assertThat(run().has(RunVerb.WAIT)).isFalse();
        Files.delete(machine);
        String[] makeDevice = {"mknod", "-m", "666", machine.toString(), "c", "1", "3"};
        assumeTrue(new ProcessBuilder(makeDevice).start().waitFor() == 0, "this user cannot make devices");
        assumeTrue(new ProcessBuilder("cat", machine.toString()).start().waitFor() == 0, "devices cannot be used here");
        assertThat(run().has(RunVerb.WAIT)).isFalse();
    }

    @Test
    void aWrongValueIsFoundInItsFile() throws Exception {
        file("machine", "\nwait = soon\non-lost = ignore");
        Arguments arguments = run();
        String place = " (" + folder.resolve("machine") + ", line ";
        assertThatThrownBy(() -> Durations.of(arguments, RunVerb.WAIT, Duration.ZERO))
                .hasMessageStartingWith("wait" + place + "2) must be a duration");
        assertThatThrownBy(() -> new RunSettings(run("--store", "file:x", "-w1")))
                .hasMessageStartingWith("on-lost" + place + "3) must be kill, warn or run:TEXT");
    }

    @Test
    void settingsOfOtherVerbsAreNoErrors() throws Exception {
        file("machine", "limit = 5\ninterval = 1s\nwait = 2s");
        assertThat(run().value(RunVerb.WAIT)).isEqualTo("2s");
    }

    @Test
    void settingsThatAVerbDoesNotHaveAreOfNoEffect() throws Exception {
        file("machine", "wait = 1s\nlease = 2s\nat-least = 3s\ngrace = 4s");
        String[] words = {"--store", "file:x", "a", "--", "true"};
        Arguments arguments = Arguments.parse(new ElectVerb().syntax(), words, 0);
        Defaults.fill(arguments, folder.resolve("machine"), folder.resolve("user"));
        RunSettings settings = new RunSettings(arguments);
        assertThat(settings.lock()).isEqualTo(LockOptions.defaults());
        assertThat(settings.restarts).isTrue();
        assertThat(arguments.value(RunVerb.GRACE)).isEqualTo("4s");
    }

    @Test
    void anOptionDisplacesTheOneThatItExcludes() throws Exception {
        file("machine", "wait = 1s\nlease = 2s");
        assertThat(new RunSettings(run("--store", "file:x", "-n")).asksOnce()).isTrue();
        file("user", "renew-lease = 3s");
        RunSettings renewed = new RunSettings(run("--store", "file:x"));
        assertThat(renewed.lease()).isEqualTo(Duration.ofSeconds(3));
        assertThat(renewed.lock().lease()).isEmpty();
        file("user", "lease = 4s\nrenew-lease = 3s");
        assertThatThrownBy(() -> new RunSettings(run("--store", "file:x")))
                .hasMessageContaining("cannot be combined")
                .hasMessageContaining(folder.resolve("user") + ", line 1");
    }

    @Test
    void aFileThatOthersWriteIsRefused() throws Exception {
        Path user = file("user", "wait = 1s");
        Files.setPosixFilePermissions(user, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatThrownBy(() -> run()).hasMessageStartingWith(user + " is not read, because others");
    }

    /** What COMMAND is told of the store has no password, so it is found in the file again. */
    @Test
    void aRunInsideARunReachesTheSameStore() throws Exception {
        try (RedisServer redis = RedisServer.configure().password("geheim").start()) {
            Path file = file(".config/lockkeeper.conf", "store = " + redis.url() + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            ProcessBuilder inner = Lockkeeper.line("", "run", "-w", "60", "b", "-c", "echo $LOCKKEEPER_STORE");
            List<String> words = new ArrayList<>(
                    Lockkeeper.line("", "run", "-w", "60", "a", "--").command());
            words.addAll(inner.command());
            ProcessBuilder outer = inner.command(words);
            outer.environment().put("HOME", folder.toString());
            outer.environment().remove(StoreUrl.VARIABLE);
            try (Lockkeeper run = Lockkeeper.start(outer)) {
                assertThat(run.code()).as(run.err()).isZero();
                assertThat(run.out()).isEqualTo("redis://127.0.0.1:" + redis.port() + "\n");
                assertThat(run.err()).isEmpty();
            }
        }
    }

    @Test
    void theStoreOfTheUsersFileIsUsedUnlessTheEnvironmentNamesOne() throws Exception {
        String named = "file:" + folder.resolve("named");
        Path file = file(".config/lockkeeper.conf", "store = " + named + "\n");
        String script = "printf %s \"$LOCKKEEPER_STORE\"";
        ProcessBuilder line = Lockkeeper.line("file:" + folder.resolve("variable"), "run", "a", "-c", script);
        line.environment().put("HOME", folder.toString());
        ProcessBuilder unset = Lockkeeper.line("", "run", "a", "-c", script);
        unset.environment().put("HOME", folder.toString());
        unset.environment().remove(StoreUrl.VARIABLE);
        try (Lockkeeper variable = Lockkeeper.start(line);
                Lockkeeper config = Lockkeeper.start(unset)) {
            assertThat(variable.code()).as(variable.err()).isZero();
            assertThat(variable.out()).isEqualTo("file:" + folder.resolve("variable"));
            assertThat(config.code()).as(config.err()).isZero();
            assertThat(config.out()).isEqualTo(named);
            assertThat(config.err()).isEmpty();
        }
        Files.writeString(file, "store = redis://:geheim@127.0.0.1:1?timeout=1s\nnonsense = 1\n");
        try (Lockkeeper wrong = Lockkeeper.start(unset)) {
            assertThat(wrong.code()).isEqualTo(64);
            assertThat(wrong.err())
                    .contains("warning: " + file + " may contain a password, and all users can read it")
                    .contains("lockkeeper: " + file + ", line 2: 'nonsense' is not a setting")
                    .doesNotContain("geheim")
                    .hasLineCount(2);
        }
    }
}
