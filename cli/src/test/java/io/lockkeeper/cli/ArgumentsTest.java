package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
        assertThat(arguments.operands()).containsExactly("name", "command");
    }

    @Test
    void whatFollowsTheDashesIsTheCommandsOwn() {
        assertThat(run("name", "--", "ls", "--wait", "--", "-l", "", "@file").operands())
                .containsExactly("name", "ls", "--wait", "--", "-l", "", "@file");
    }

    @Test
    void withoutDashesTheCommandBeginsWithItsFirstWord() {
        assertThat(run("name", "ls", "-l", "--help").operands()).containsExactly("name", "ls", "-l", "--help");
    }

    @Test
    void aShortNameDoesWhatTheLongOneDoes() {
        assertThat(run("-q", "-n", "name", "ls").has(RunVerb.NO_WAIT)).isTrue();
    }

    @Test
    void theLastOfTwoWins() {
        assertThat(run("--wait=1s", "--wait=2s", "name", "ls").value(RunVerb.WAIT))
                .isEqualTo("2s");
    }

    @Test
    void wrongOnesAreRefusedWithASentence() {
        assertThatThrownBy(() -> run("--nope", "name", "ls"))
                .hasMessageContaining("--nope")
                .hasMessageContaining("--wait");
        assertThatThrownBy(() -> run("--wait")).hasMessageContaining("--wait DURATION");
        assertThatThrownBy(() -> run("--quiet=yes", "name", "ls")).hasMessageContaining("no value");
        assertThatThrownBy(() -> run("name")).hasMessageContaining("NAME -- COMMAND");
        assertThatThrownBy(() -> run("name", "--")).hasMessageContaining("NAME -- COMMAND");
        assertThatThrownBy(() -> Arguments.parse(new ShowVerb().syntax(), new String[] {"a", "b"}, 0))
                .hasMessageContaining("Unexpected argument 'b'");
        assertThatThrownBy(
                        () -> run("--conflict-exit-code", "256", "name", "ls").number(RunVerb.CONFLICT, 75, 0, 255))
                .hasMessageContaining("between 0 and 255");
    }

    @Test
    void helpNeedsNothingElse() {
        assertThat(run("--help").has(Option.HELP)).isTrue();
    }
}
