package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

class SupervisorSignalsTest extends CommandTest {
    @Test
    void aSignalReachesCommandAndItsChildrenAndNotTheSupervisor() throws Exception {
        for (String signal : List.of("HUP", "INT", "QUIT", "TERM", "USR1", "USR2")) {
            reachesCommandAndItsChildrenAndNotTheSupervisor(signal);
        }
    }

    private void reachesCommandAndItsChildrenAndNotTheSupervisor(String signal) throws Exception {
        // Perl, because a shell's background children ignore INT and QUIT.
        Supervisor supervisor = supervisor("perl", "-e", """
                my ($folder, $signal) = @ARGV;
                my $who = (fork ? 'parent' : 'child') . $signal;
                my $seen = 0;
                $SIG{$signal} = sub { $seen = 1 };
                sub note { open my $f, '>', "$folder/$_[0].tmp"; print $f "$$\n"; close $f;
                           rename "$folder/$_[0].tmp", "$folder/$_[0]" }
                note("$who-ready");
                select undef, undef, undef, 0.01 until $seen;
                note("$who-seen");
                wait;
                exit 5;""", folder.toString(), signal);
        Running running = run(supervisor, GRACE);
        Eventually.line(trace("parent" + signal + "-ready"));
        Eventually.line(trace("child" + signal + "-ready"));
        running.signal(signal);
        assertThat(running.await()).isEqualTo(new Outcome.Exited(5));
        assertThat(trace("parent" + signal + "-seen")).exists();
        assertThat(trace("child" + signal + "-seen")).exists();
    }

    @Test
    void aSignalBeforeTheStartIsNotForgotten() throws Exception {
        Supervisor supervisor = shell("while :; do sleep 1; done");
        Running running = run(supervisor, GRACE);
        running.signal("TERM");
        assertThat(running.await()).isEqualTo(new Outcome.Signalled(15));
    }

    @Test
    void commandHearsASignalOnce() throws Exception {
        Supervisor supervisor = shell(
                "trap 'echo heard >> $0/heard' USR1; trap 'exit 0' USR2; echo > $0/ready; while :; do sleep 0.01; done");
        Running running = run(supervisor, GRACE);
        Eventually.line(trace("ready"));
        // A USR1 would end the sleep; the shell's loop goes on. USR2 comes after USR1 has been obeyed.
        running.signal("USR1");
        Eventually.until("USR1 is heard", () -> Files.exists(trace("heard")));
        running.signal("USR2");
        assertThat(running.await()).isEqualTo(new Outcome.Exited(0));
        assertThat(trace("heard")).hasContent("heard");
    }

    @Test
    void aCommandThatHasLeftTheGroupHearsSignalsToo() throws Exception {
        Supervisor supervisor = supervisor(
                "perl",
                "-e",
                "use POSIX; setsid(); $SIG{TERM} = sub { exit 3 }; open F, '>', shift; print F \"$$\\n\"; close F; sleep 1 while 1",
                trace("ready").toString());
        Running running = run(supervisor, LONG);
        Eventually.line(trace("ready"));
        running.signal("TERM");
        assertThat(running.await()).isEqualTo(new Outcome.Exited(3));
    }
}
