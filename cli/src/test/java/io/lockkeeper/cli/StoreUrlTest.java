package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which store is used, and what COMMAND is told of it. */
final class StoreUrlTest {
    @TempDir
    Path home;

    private ProcessBuilder line(String environment, String... words) {
        ProcessBuilder line = Lockkeeper.line(environment, words).directory(home.toFile());
        line.environment().put("HOME", home.toString());
        return line;
    }

    private String storeSeen(ProcessBuilder line) throws Exception {
        List<String> words = new ArrayList<>(line.command());
        words.addAll(List.of("a", "--", "sh", "-c", "printf %s \"$LOCKKEEPER_STORE\""));
        try (Lockkeeper run = Lockkeeper.start(line.command(words))) {
            assertThat(run.code()).as(run.err()).isZero();
            return run.out();
        }
    }

    @Test
    void itIsTheOptionsElseTheEnvironmentsElseAFolderOfTheUsersOwn() throws Exception {
        String option = "file:" + home.resolve("option");
        String variable = "file:" + home.resolve("variable");
        assertThat(storeSeen(line(variable, "run", "--store", option))).isEqualTo(option);
        assertThat(storeSeen(line(variable, "run"))).isEqualTo(variable);
        ProcessBuilder unset = line("", "run");
        unset.environment().remove(StoreUrl.VARIABLE);
        assertThat(storeSeen(unset)).isEqualTo("file:" + home + "/.local/state/lockkeeper");
        assertThat(Files.getPosixFilePermissions(home.resolve(".local/state/lockkeeper")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    }

    /** As sudo may leave it. */
    @Test
    void theHomeOfAnotherUserIsNotUsed() throws Exception {
        boolean root = "root".equals(System.getProperty("user.name"));
        Path foreign = root ? Files.createDirectory(home.resolve("foreign")) : Path.of("/usr");
        assumeTrue(!root || isGivenAway(foreign), "there is no other user");
        Path own = Files.createDirectory(home.resolve("own"));
        ProcessBuilder line = Lockkeeper.line("", "run");
        line.environment().put("HOME", foreign.toString());
        line.environment().remove(StoreUrl.VARIABLE);
        line.command().add(line.command().indexOf("-cp"), "-Duser.home=" + own);
        assertThat(storeSeen(line)).isEqualTo("file:" + own + "/.local/state/lockkeeper");
    }

    private static boolean isGivenAway(Path folder) {
        try {
            Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
            return true;
        } catch (IOException nobody) {
            return false;
        }
    }

    @Test
    void aRelativeFolderIsNamedToTheCommandAbsolutely() throws Exception {
        assertThat(storeSeen(line("file:locks?mode=0700", "run"))).isEqualTo("file:" + home + "/locks?mode=0700");
        assertThat(storeSeen(line("file:" + home + "/locks", "run"))).isEqualTo("file:" + home + "/locks");
    }

    @Test
    void anEmptyNameIsNotTheUsersOwnFolder() throws Exception {
        try (Lockkeeper variable = Lockkeeper.start(line("", "run", "a", "--", "echo", "ran"));
                Lockkeeper list = Lockkeeper.start(line("", "list"));
                Lockkeeper option = Lockkeeper.start(line("file:x", "run", "--store", "", "a", "--", "echo", "ran"));
                Lockkeeper blank = Lockkeeper.start(line("file:x", "show", "--store=  ", "a"))) {
            assertRefused(variable, "$LOCKKEEPER_STORE is empty");
            assertRefused(list, "$LOCKKEEPER_STORE is empty");
            assertRefused(option, "--store is empty");
            assertRefused(blank, "--store is empty");
        }
    }

    /** Java reads such bytes as one and the same character: two folders would become one, and none of them the one that is meant. */
    @Test
    void namesThatAreNotUtf8AreRefused() throws Exception {
        String variable = "exec env LOCKKEEPER_STORE=\"file:$HOME/$(printf '\\377')\"";
        String home = "exec env -u LOCKKEEPER_STORE HOME=\"$HOME/$(printf '\\377')\"";
        String folder = "name=\"$HOME/$(printf '\\377')\"; mkdir \"$name\"; cd \"$name\"; exec";
        assertRefusedAsBytes(variable, "$LOCKKEEPER_STORE is not UTF-8", "run");
        assertRefusedAsBytes(home, "The home directory's name is not UTF-8", "run", "--no-config");
        assertRefusedAsBytes(home, "The home directory's name is not UTF-8", "run", "--store", "file:/nowhere");
        assertRefusedAsBytes(folder, "The working directory's name is not UTF-8", "run", "--store", "file:locks");
    }

    @Test
    void aReportInAFolderWhoseNameIsNotUtf8NeedsAnAbsolutePath() throws Exception {
        ProcessBuilder line = line("file:" + home, "run", "a", "--report", "report", "--", "echo", "ran");
        String folder = "name=\"$HOME/$(printf '\\377')\"; mkdir \"$name\"; cd \"$name\"; exec \"$@\"";
        line.command().addAll(0, List.of("sh", "-c", folder, "sh"));
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isEqualTo(70);
            assertThat(run.err())
                    .contains("the working directory's name is not UTF-8")
                    .hasLineCount(1);
        }
    }

    /** This process hears something else there than its caller has. */
    @Test
    void aPasswordIsNotReadFromTheStandardInputOfARun() throws Exception {
        for (String store : List.of(
                "redis://localhost?password-file=/dev/stdin",
                "jdbc:postgresql://localhost/db?user=ann&lockkeeper.password-file=%2Fdev/fd/0")) {
            try (Lockkeeper run = Lockkeeper.start(line("file:x", "run", "--store", store, "a", "--", "echo", "ran"))) {
                assertRefused(run, "The password file '/dev/");
                assertThat(run.err()).contains("is standard input, which lockkeeper does not read here");
            }
        }
    }

    private void assertRefusedAsBytes(String prefix, String reason, String... words) throws Exception {
        ProcessBuilder line = line("file:x", words);
        line.command().addAll(List.of("a", "--", "echo", "ran"));
        line.command().addAll(0, List.of("sh", "-c", prefix + " \"$@\"", "sh"));
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertRefused(run, reason);
        }
    }

    @Test
    void runRefusesLocksThatOtherProcessesDoNotSee() throws Exception {
        for (String store : List.of("memory:x", "jdbc:h2:mem:x", "jdbc:h2:mem:x;DB_CLOSE_DELAY=-1")) {
            try (Lockkeeper run = Lockkeeper.start(line("file:x", "run", "--store", store, "a", "--", "echo", "ran"))) {
                assertRefused(run, "The locks of " + store + " exist in one process only");
            }
        }
    }

    private static void assertRefused(Lockkeeper run, String reason) throws Exception {
        assertThat(run.code()).as(run.err()).isEqualTo(64);
        assertThat(run.err()).startsWith("lockkeeper: " + reason).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }
}
