package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArgumentsTest {
    private static Arguments run(String... words) {
        return Arguments.parse(new RunVerb().syntax(), words, 0);
    }

    @Test
    void optionsStandBeforeAndBehindTheName() {
        Arguments arguments = run("--wait", "5s", "name", "--quiet", "--grace=2s", "--", "command");
        assertThat(arguments.value(RunVerb.WAIT)).isEqualTo("5s");
        assertThat(arguments.value(RunVerb.GRACE)).isEqualTo("2s");
        assertThat(arguments.has(RunVerb.QUIET)).isTrue();
        assertThat(arguments.operands()).containsExactly("name");
        assertThat(arguments.command()).containsExactly("command");
    }

    @Test
    void whatFollowsTheDashesIsTheCommandsOwn() {
        assertThat(run("name", "--", "ls", "--wait", "--", "-l", "", "@file").command())
                .containsExactly("ls", "--wait", "--", "-l", "", "@file");
        assertThat(Arguments.parse(new ShowVerb().syntax(), new String[] {"--", "-name"}, 0)
                        .operands())
                .containsExactly("-name");
    }

    @Test
    void aShortNameDoesWhatTheLongOneDoes() {
        assertThat(run("-q", "-n", "name", "--", "ls").has(RunVerb.NO_WAIT)).isTrue();
        assertThat(run("-w", "5", "name", "--", "ls").value(RunVerb.WAIT)).isEqualTo("5");
    }

    @Test
    void shortNamesMayBeWrittenTogetherAndTheLastWithItsValue() {
        for (String[] words : new String[][] {{"-nqE5"}, {"-nqE", "5"}, {"-n", "-qE5"}}) {
            List<String> line = new ArrayList<>(List.of(words));
            line.addAll(List.of("name", "--", "ls"));
            Arguments arguments = run(line.toArray(String[]::new));
            assertThat(arguments.has(RunVerb.NO_WAIT)).isTrue();
            assertThat(arguments.has(RunVerb.QUIET)).isTrue();
            assertThat(arguments.value(RunVerb.CONFLICT)).isEqualTo("5");
            assertThat(arguments.operands()).containsExactly("name");
        }
        assertThatThrownBy(() -> run("-nxq", "name", "--", "ls")).hasMessageStartingWith("Unknown option -x in -nxq.");
        assertThatThrownBy(() -> run("name", "-nw")).hasMessage("-w needs a value: -w DURATION.");
    }

    @Test
    void verboseIsSeenInAnyForm() {
        for (String word : List.of("-v", "--verbose", "-nv", "-vw10", "-qvn")) {
            assertThat(Parser.isVerbose(new String[] {"run", word, "a", "--", "ls"}))
                    .as(word)
                    .isTrue();
        }
        for (String word : List.of("-n", "-wv", "-cv", "v", "-", "--no-wait", "--verb")) {
            assertThat(Parser.isVerbose(new String[] {"run", word, "a", "--", "ls", "-v"}))
                    .as(word)
                    .isFalse();
        }
    }

    @Test
    void theLastOfTwoWins() {
        assertThat(run("--wait=1s", "--wait=2s", "name", "--", "ls").value(RunVerb.WAIT))
                .isEqualTo("2s");
    }

    @Test
    void wrongOnesAreRefusedWithASentence() {
        assertThatThrownBy(() -> run("--nope", "name", "--", "ls"))
                .hasMessageContaining("--nope")
                .hasMessageContaining("--wait");
        assertThatThrownBy(() -> run("--wait")).hasMessageContaining("--wait DURATION");
        assertThatThrownBy(() -> run("--quiet=yes", "name", "--", "ls")).hasMessageContaining("no value");
        assertThatThrownBy(() -> run()).hasMessageContaining("NAME... -- COMMAND");
        assertThatThrownBy(() -> Arguments.parse(new ShowVerb().syntax(), new String[] {"a", "b"}, 0))
                .hasMessageContaining("Unexpected argument 'b'");
        assertThatThrownBy(() -> run("-E", "256", "name", "--", "ls").number(RunVerb.CONFLICT, 75, 0, 255))
                .hasMessageContaining("between 0 and 255");
    }

    @Test
    void helpNeedsNothingElse() {
        assertThat(run("--help").has(Option.HELP)).isTrue();
    }
}
