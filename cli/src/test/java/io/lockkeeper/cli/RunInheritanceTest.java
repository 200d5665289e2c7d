package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** COMMAND has what it would have without lockkeeper before it: bytes, variables, descriptors. */
final class RunInheritanceTest {
    @TempDir
    Path folder;

    private Lockkeeper run(String prefix, String... command) throws Exception {
        String[] words = new String[command.length + 3];
        System.arraycopy(new String[] {"run", "a", "--"}, 0, words, 0, 3);
        System.arraycopy(command, 0, words, 3, command.length);
        return prefixed(prefix, words);
    }

    /** Started by a shell, which does something before. The folder is $folder. */
    private Lockkeeper prefixed(String prefix, String... words) throws Exception {
        ProcessBuilder line = Lockkeeper.line("file:" + folder.resolve("locks"), words);
        line.command().addAll(0, List.of("sh", "-c", prefix + " \"$@\"", "sh"));
        line.environment().put("folder", folder.toString());
        Lockkeeper run = Lockkeeper.start(line);
        run.process().getOutputStream().close();
        run.code();
        return run;
    }

    @Test
    void variablesThatAShellCannotNameArrive() throws Exception {
        try (Lockkeeper run = run("exec env A.B=1 'BASH_FUNC_f%%=() { echo function; }'", "env")) {
            assertThat(run.out().lines()).contains("A.B=1", "BASH_FUNC_f%%=() { echo function; }");
        }
    }

    @Test
    void whatPerlReadsOfTheEnvironmentArrives() throws Exception {
        try (Lockkeeper run =
                run("exec env PERL_UNICODE=SDA PERL5LIB=/nowhere", "sh", "-c", "echo $PERL_UNICODE $0", "größe")) {
            assertThat(run.out()).isEqualTo("SDA größe\n");
        }
    }

    @Test
    void descriptorsArrive() throws Exception {
        Files.writeString(folder.resolve("five"), "content of five");
        try (Lockkeeper run = run("exec 5<\"$folder/five\";", "sh", "-c", "cat <&5")) {
            assertThat(run.out()).as(run.err()).isEqualTo("content of five");
        }
    }

    @Test
    void descriptorsThatAreClosedStayClosed() throws Exception {
        try (Lockkeeper run = run("exec <&-;", "cat")) {
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err()).contains("Bad file descriptor").doesNotContain("lockkeeper");
        }
    }

    /** Perl opens its modules where the caller has closed something, and keeps them open. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "/proc shows which descriptors are open")
    void severalThatAreClosedStayClosedToo() throws Exception {
        String list =
                "open=; for n in 0 1 2; do [ -e /proc/$$/fd/$n ] && open=$open$n; done; printf %s $open >\"$folder/open\"";
        Map<String, String> left = Map.of("<&- 2>&-", "1", ">&- 2>&-", "0", "<&- >&-", "2", "<&- >&- 2>&-", "");
        for (Map.Entry<String, String> each : left.entrySet()) {
            try (Lockkeeper run = run("exec " + each.getKey() + ";", "sh", "-c", list)) {
                assertThat(run.code()).as(each.getKey()).isZero();
                assertThat(folder.resolve("open")).as(each.getKey()).hasContent(each.getValue());
            }
        }
    }

    @Test
    void noDescriptorOfLockkeepersOwnArrives() throws Exception {
        String count =
                "opendir my $d, '/proc/self/fd' or exit 3; print join ' ', sort grep { /[0-9]/ && $_ != fileno $d } readdir $d";
        try (Lockkeeper run = run("exec", "perl", "-e", count)) {
            String without = new String(
                    new ProcessBuilder("perl", "-e", count)
                            .redirectInput(ProcessBuilder.Redirect.PIPE)
                            .start()
                            .getInputStream()
                            .readAllBytes(),
                    ISO_8859_1);
            assertThat(run.out()).isEqualTo(without);
        }
    }

    @Test
    void argumentsAreBytes() throws Exception {
        String latin1 = "set -- \"$@\" \"$(printf 'gr\\366\\337e')\" \"$(printf '\\377')\"; exec";
        try (Lockkeeper run = run(latin1, "printf", "%s|")) {
            assertThat(new String(run.bytes(), ISO_8859_1)).isEqualTo("gr\u00f6\u00dfe|\u00ff|");
        }
    }

    @Test
    void aNameIsTheSameInEveryLocale() throws Exception {
        for (String locale : List.of("C", "C.UTF-8", "xx_XX.UTF-8", "")) {
            String[] words = {"run", "größe", "--", "sh", "-c", "printf %s \"$LOCKKEEPER_NAME\""};
            try (Lockkeeper run = prefixed("exec env PERL_BADLANG=0 LC_ALL=" + locale, words)) {
                assertThat(run.out()).as(locale + run.err()).isEqualTo("größe");
                assertThat(run.err()).isEmpty();
            }
        }
    }

    @Test
    void aNameThatIsNoTextIsRefused() throws Exception {
        ProcessBuilder line = Lockkeeper.line("file:" + folder.resolve("locks"), "run", "NAME", "--", "echo", "never");
        line.command()
                .addAll(
                        0,
                        List.of("perl", "-e", "exec { $ARGV[0] } map { $_ eq 'NAME' ? qq(\\xFF) : $_ } @ARGV", "--"));
        try (Lockkeeper run = Lockkeeper.start(line)) {
            assertThat(run.code()).as(run.err()).isEqualTo(64);
            assertThat(run.err()).contains("'%FF' (percent-encoded here) is not UTF-8");
            assertThat(run.out()).isEmpty();
        }
    }

    @Test
    void aDeletedWorkingDirectoryIsTheCommandsToo() throws Exception {
        try (Lockkeeper run =
                run("mkdir \"$folder/gone\"; cd \"$folder/gone\"; rmdir \"$folder/gone\"; exec", "echo", "ran")) {
            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).isEqualTo("ran\n");
        }
    }
}
