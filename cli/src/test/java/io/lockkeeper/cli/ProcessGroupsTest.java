package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessGroupsTest extends CommandTest {
    @Test
    void aGroupLivesAsLongAsItsLastMember() throws Exception {
        Process leader = started(new ProcessBuilder(
                "perl",
                "-e",
                "setpgrp; my $m = fork // die; if (!$m) { close STDOUT; sleep 1 while 1 } print qq($m\\n)"));
        long member = Long.parseLong(output(leader).strip());
        leader.waitFor();
        assertThat(ProcessGroups.alive(leader.pid())).isTrue();
        assertThat(ProcessGroups.aliveInPs(leader.pid())).isTrue();
        send("KILL", member);
        Eventually.until("the member is gone", () -> !ProcessGroups.alive(leader.pid()));
        assertThat(ProcessGroups.aliveInPs(leader.pid())).isFalse();
    }

    @Test
    void aZombieDoesNotKeepItsGroupAlive() throws Exception {
        Process parent = started(new ProcessBuilder(
                "perl",
                "-e",
                "my $z = fork // die; if (!$z) { setpgrp; exit } print qq($z\\n); close STDOUT; sleep 1 while 1"));
        long zombie = Long.parseLong(output(parent).strip());
        Eventually.until("the zombie is one", () -> !Eventually.isAlive(zombie));
        assertThat(ProcessHandle.of(zombie)).as("not collected").isPresent();
        assertThat(ProcessGroups.alive(zombie)).isFalse();
        assertThat(ProcessGroups.aliveInPs(zombie)).isFalse();
    }
}
