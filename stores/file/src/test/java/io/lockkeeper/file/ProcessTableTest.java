package io.lockkeeper.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.servers.RequiresProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Only a table that can be read shows that a group is gone. */
class ProcessTableTest {

    /** No process has so great a number. */
    private static final long NOBODY = Integer.MAX_VALUE;

    private static final String[] PS = {"ps", "-A", "-o", "pid=,pgid=,stat="};

    @TempDir
    Path proc;

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has /proc")
    void aProcessThatCannotBeReadMayBeInTheGroup() throws IOException {
        assertThat(ProcessTable.procHasGroup(Path.of("/proc"), NOBODY)).isFalse();
        assertThat(ProcessTable.procHasGroup(proc, NOBODY)).as("an empty table").isTrue();
        Files.createSymbolicLink(
                proc.resolve(Long.toString(ProcessHandle.current().pid())), Path.of("/proc/self"));
        assertThat(ProcessTable.procHasGroup(proc, NOBODY)).isFalse();
        Files.createDirectories(proc.resolve("1/stat")); // It is there, and cannot be read.
        assertThatThrownBy(() -> ProcessTable.procHasGroup(proc, NOBODY)).isInstanceOf(IOException.class);
    }

    @Test
    @RequiresProgram(value = "ps", remedy = "apt-get install procps")
    void aPsThatFailsShowsNoEmptyGroup() throws IOException {
        assertThat(ProcessTable.psHasGroup(NOBODY, PS)).isFalse();
        assertThat(ProcessTable.psHasGroup(NOBODY, "false")).isTrue();
    }
}
