package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.RequiresProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Only a table that can be read shows that a group is gone. */
class ProcessTableTest {

    /** No process has so great a number. */
    private static final long NOBODY = Integer.MAX_VALUE;

    @TempDir
    Path proc;

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has /proc")
    void aProcessThatCannotBeReadMayBeInTheGroup() throws IOException {
        assertThat(ProcessTable.procHasGroup(Path.of("/proc"), NOBODY)).isFalse();
        Path self = Path.of(Long.toString(ProcessHandle.current().pid()));
        Files.createSymbolicLink(proc.resolve("self"), self);
        assertThat(ProcessTable.procHasGroup(proc, NOBODY)).as("an empty table").isTrue();
        Files.createSymbolicLink(proc.resolve(self), Path.of("/proc/self"));
        assertThat(ProcessTable.procHasGroup(proc, NOBODY)).isFalse();
        Files.createDirectories(proc.resolve("1/stat")); // It is there, and cannot be read.
        assertThatThrownBy(() -> ProcessTable.procHasGroup(proc, NOBODY)).isInstanceOf(IOException.class);
    }

    /** As in a PID namespace without a {@code /proc} of its own. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has /proc")
    void aTableWithTheNumbersOfAnotherNamespaceShowsNoEmptyGroup() throws IOException {
        String mine = Long.toString(ProcessHandle.current().pid());
        Files.createSymbolicLink(proc.resolve(mine), Path.of("/proc/self"));
        Files.createSymbolicLink(proc.resolve("self"), Path.of(mine + "0"));
        assertThat(ProcessTable.procHasGroup(proc, NOBODY)).isTrue();
    }

    @Test
    @RequiresProgram(value = "ps", remedy = "apt-get install procps")
    void aPsThatFailsShowsNoEmptyGroup() throws IOException {
        assertThat(ProcessTable.psHasGroup(NOBODY, ProcessTable.PS)).isFalse();
        assertThat(ProcessTable.psHasGroup(NOBODY, List.of("false"))).isTrue();
        String cutShort =
                "echo '%d 1 S'; exit 1".formatted(ProcessHandle.current().pid());
        assertThat(ProcessTable.psHasGroup(NOBODY, List.of("sh", "-c", cutShort)))
                .isTrue();
        assertThatThrownBy(() -> ProcessTable.psHasGroup(NOBODY, List.of("echo", "1 ")))
                .isInstanceOf(IOException.class);
    }

    /** The BSDs and POSIX read all that follows the first {@code =} as that column's title. */
    @Test
    @RequiresProgram(value = "ps", remedy = "apt-get install procps")
    void aPsThatReadsItsOptionsAsPosixSaysIsUnderstood() throws IOException {
        String posix = """
                for each; do
                    case $each in *=*) each=${each%%=*}= ;; esac
                    shift
                    set -- "$@" "$each"
                done
                exec "$0" "$@"
                """;
        List<String> command = new ArrayList<>(List.of("sh", "-c", posix));
        command.addAll(ProcessTable.PS);
        assertThat(ProcessTable.psHasGroup(NOBODY, command)).isFalse();
    }
}
