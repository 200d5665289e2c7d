package io.lockkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockkeeper.servers.RequiresProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        assertThat(ProcessGroups.alive("processes_in_ps", leader.pid())).isTrue();
        send("KILL", member);
        Eventually.until("the member is gone", () -> !ProcessGroups.alive(leader.pid()));
        assertThat(ProcessGroups.alive("processes_in_ps", leader.pid())).isFalse();
    }

    /** Its parent, outside the group, never waits for it. */
    @Test
    void aZombieThatLedAGroupHidesNoMemberAndKeepsNoGroupAlive() throws Exception {
        Process parent = started(new ProcessBuilder(
                "perl",
                "-e",
                "if (fork // die) { close STDOUT; sleep 1 while 1 } setpgrp;"
                        + " if (my $m = fork // die) { print qq($$ $m); exit } close STDOUT; sleep 1 while 1"));
        String[] pids = output(parent).split(" ", -1);
        long zombie = Long.parseLong(pids[0]);
        Eventually.until("the zombie is one", () -> !Eventually.isAlive(zombie));
        assertThat(ProcessHandle.of(zombie)).as("not collected").isPresent();
        assertThat(ProcessGroups.alive(zombie)).isTrue();
        assertThat(ProcessGroups.alive("processes_in_ps", zombie)).isTrue();
        send("KILL", Long.parseLong(pids[1]));
        Eventually.until("the member is gone", () -> !ProcessGroups.alive(zombie));
        assertThat(ProcessHandle.of(zombie)).as("not collected").isPresent();
        assertThat(ProcessGroups.alive("processes_in_ps", zombie)).isFalse();
    }

    /** Its numbers are others, and say nothing of a group here. */
    @Test
    void theListOfAnotherPidNamespaceShowsNoEmptyGroup() throws Exception {
        List<String> line =
                new ArrayList<>(List.of("unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child"));
        assumeTrue(RunSupervisionTest.succeeds(line, "true"), "needs unprivileged user namespaces");
        line.addAll(List.of("perl", "-e", members() + """
                my $group = fork // die;
                if (!$group) { sleep 1 while 1 }
                setpgrp $group, $group;
                print defined members($group) ? 'known' : 'unknown';
                kill KILL => $group;
                waitpid $group, 0;
                print ' ', @{ members($group) // ['unknown'] } ? 'alive' : 'gone';
                """));
        assertThat(output(started(new ProcessBuilder(line)))).isEqualTo("unknown gone");
    }

    /** The BSDs and POSIX read all that follows the first {@code =} as that column's title. */
    @Test
    @RequiresProgram(value = "ps", remedy = "apt-get install procps")
    void aPsThatReadsItsOptionsAsPosixSaysIsUnderstood() throws Exception {
        Path ps = Files.writeString(trace("ps"), """
                #!/bin/sh
                PATH=${PATH#*:}
                for each; do
                    case $each in *=*) each=${each%%=*}= ;; esac
                    shift
                    set -- "$@" "$each"
                done
                exec ps "$@"
                """);
        assertThat(ps.toFile().setExecutable(true)).isTrue();
        ProcessBuilder builder = new ProcessBuilder(
                "perl", "-e", members() + "setpgrp; print grep { $_ == $$ } keys %{ processes_in_ps() // {} }");
        builder.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        Process perl = started(builder);
        assertThat(output(perl)).isEqualTo(Long.toString(perl.pid()));
    }

    /** Opening the list of processes takes the last descriptor, so that none of them can be looked at. */
    @Test
    @RequiresProgram(value = "prlimit", remedy = "apt-get install util-linux")
    void aListThatCannotBeReadShowsNoEmptyGroup() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "only on Linux");
        String script = members() + "print defined members(getpgrp) ? 'known' : 'unknown'";
        assertThat(output(started(new ProcessBuilder("perl", "-e", script)))).isEqualTo("known");
        assertThat(output(started(new ProcessBuilder("prlimit", "--nofile=4", "perl", "-e", script))))
                .isEqualTo("unknown");
    }

    private static String members() throws IOException {
        return new String(
                ProcessGroups.class.getResourceAsStream("perl/processes.pl").readAllBytes(), UTF_8);
    }

    /** As a program may do whose main function ends its own thread. */
    @Test
    void aProcessWhoseFirstThreadHasEndedLives() throws Exception {
        Integer endOfThread = Map.of("amd64", 60, "aarch64", 93).get(System.getProperty("os.arch"));
        assumeTrue(
                endOfThread != null && Files.exists(Path.of("/proc/self/stat")), "only on Linux, on known processors");
        Process process = started(new ProcessBuilder(
                "perl",
                "-e",
                "use threads; setpgrp; threads->create(sub { sleep 1 while 1 }); syscall(0 + $ARGV[0], 0)",
                endOfThread.toString()));
        Eventually.until("its first thread is gone", () -> !Eventually.isAlive(process.pid()));
        assertThat(ProcessGroups.alive(process.pid())).isTrue();
        send("KILL", process.pid());
        Eventually.until("all of it is gone", () -> !ProcessGroups.alive(process.pid()));
    }
}
