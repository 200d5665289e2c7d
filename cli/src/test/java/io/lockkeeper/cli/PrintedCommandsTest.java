package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the documentation tells people to type. */
final class PrintedCommandsTest {
    static final Path ROOT = Path.of("..");
    private static final Path ADMINISTRATION = ROOT.resolve("docs/administration.md");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "README.zh-CN.md",
                "docs/administration.md",
                "docs/guarantees.md",
                "examples/systemd/README.md",
                "examples/kubernetes/README.md"
            })
    void everyCommandLineOfAPageIsOneThatIsTaken(String page) throws Exception {
        List<List<String>> lines = PrintedCommands.inMarkdown(ROOT.resolve(page));
        assertThat(lines).isNotEmpty();
        lines.forEach(CommandCheck::check);
    }

    @Test
    void commandLinesAreFoundWhereverShellsFindThem() {
        assertThat(PrintedCommands.inShell("""
                A=1 lockkeeper list # lockkeeper x
                if ./lockkeeper show a >log 2>&1; then lockkeeper run 'a b' \\
                  -- cat | lockkeeper ddl h2; fi
                ssh host 'cd /tmp && lockkeeper version'; kubectl exec x -- lockkeeper watch "a\\"b"
                dpkg --purge lockkeeper
                """))
                .containsExactly(
                        List.of("list"),
                        List.of("show", "a"),
                        List.of("run", "a b", "--", "cat"),
                        List.of("ddl", "h2"),
                        List.of("version"),
                        List.of("watch", "a\"b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "runs a -- b",
                "run a --wiat 5 -- b",
                "run a --wait soon -- b",
                "run a b",
                "run a",
                "run a -c b -- c",
                "run a -E 256 -- b",
                "show",
                "ddl oracle",
                "list --store nonsense"
            })
    void aWrongCommandLineIsSeen(String line) {
        List<String> words = List.of(line.split(" "));
        assertThatThrownBy(() -> CommandCheck.check(words))
                .isInstanceOfAny(UsageException.class, AssertionError.class, IllegalArgumentException.class);
    }

    @Test
    void theFilesOfDefaultsThatAreShownAreRight() throws Exception {
        int shown = 0;
        for (String block : PrintedCommands.plainBlocks(ADMINISTRATION)) {
            if (block.contains("\nstore = ")) {
                checkDefaults(block, folder);
                shown++;
            }
        }
        assertThat(shown).isPositive();
    }

    /** Fails if a file of defaults with this text would be refused. */
    static Arguments checkDefaults(String text, Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("lockkeeper.conf"), text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        Arguments arguments = Arguments.parse(new RunVerb().syntax(), new String[] {"a", "--", "b"}, 0);
        Defaults.fill(arguments, file, null);
        new RunVerb()
                .syntax().options().stream()
                        .filter(option -> option.argument().equals("DURATION") && arguments.has(option))
                        .forEach(option -> assertThat(Durations.parse(arguments.value(option, "")))
                                .isNotNull());
        return arguments;
    }

    @Test
    void administratorsAreToldOfEveryExitCode() throws Exception {
        String page = Files.readString(ADMINISTRATION);
        for (int code : new int[] {
            ExitCode.OK,
            ExitCode.USAGE,
            ExitCode.UNAVAILABLE,
            ExitCode.SOFTWARE,
            ExitCode.CONFLICT,
            ExitCode.LOST,
            126,
            127
        }) {
            assertThat(page).containsPattern("(?m)^\\| " + code + " \\| ");
        }
    }

    /** A test of the Redis store runs with those of the guarantees. */
    @Test
    void theRightsOnRedisAreThoseOfTheGuarantees() throws Exception {
        assertThat(rights(Files.readString(ADMINISTRATION)))
                .isEqualTo(rights(Files.readString(ROOT.resolve("docs/guarantees.md"))))
                .hasSizeGreaterThan(20);
    }

    private static Set<String> rights(String page) {
        Matcher block = Pattern.compile("(?s)```\\n([^`]*\\+eval [^`]*)```").matcher(page);
        assertThat(block.find()).isTrue();
        Set<String> rights = new TreeSet<>();
        Matcher right = Pattern.compile("[+~&][a-z|1:]+[*]?").matcher(block.group(1));
        while (right.find()) {
            rights.add(right.group());
        }
        return rights;
    }
}
