package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SupervisorEndsGroupTest extends CommandTest {
    /** Shell: a background child that ignores TERM and leaves its pid in the folder. */
    private static final String STUBBORN_CHILD =
            "sh -c 'trap \"\" TERM; echo $$ > $0/child; while :; do sleep 0.05; done' $0 & ";

    @Test
    void aLostLockLetsCommandTidyUp() throws Exception {
        Running running = run(
                shell("trap 'echo tidy > $0/tidy; exit 4' TERM; echo > $0/ready; while :; do sleep 0.01; done"), LONG);
        Eventually.line(trace("ready"));
        running.lose();
        assertThat(running.await()).isEqualTo(new Outcome.Exited(4));
        assertThat(trace("tidy")).exists();
    }

    @Test
    void aCommandThatIgnoresTermIsKilledAfterTheGraceWithItsChildren() throws Exception {
        Supervisor supervisor =
                shell("trap '' TERM; " + STUBBORN_CHILD + "echo $$ > $0/ready; while :; do sleep 0.01; done");
        Running running = run(supervisor, GRACE);
        Eventually.line(trace("ready"));
        long child = Eventually.number(trace("child"));
        long lost = System.nanoTime();
        running.lose();
        assertThat(running.await()).isEqualTo(new Outcome.Signalled(9));
        assertThat(Duration.ofNanos(System.nanoTime() - lost)).isGreaterThanOrEqualTo(GRACE);
        supervisor.close();
        assertThat(Eventually.isAlive(child)).isFalse();
        assertThat(ProcessGroups.alive(supervisor.processGroup())).isFalse();
    }

    @Test
    void aChildThatIgnoresTermIsKilledAfterCommandHasObeyed() throws Exception {
        Supervisor supervisor = shell(STUBBORN_CHILD + "echo $$ > $0/ready; while :; do sleep 0.01; done");
        Running running = run(supervisor, GRACE);
        Eventually.line(trace("ready"));
        long child = Eventually.number(trace("child"));
        running.lose();
        assertThat(running.await()).isEqualTo(new Outcome.Signalled(15));
        supervisor.close();
        assertThat(Eventually.isAlive(child)).isFalse();
    }

    @Test
    void closingEndsARunningCommand() throws Exception {
        Supervisor supervisor = shell(STUBBORN_CHILD + "echo $$ > $0/ready; while :; do sleep 0.01; done");
        Running running = run(supervisor, GRACE);
        Eventually.line(trace("ready"));
        supervisor.close();
        assertThat(running.await()).isEqualTo(new Outcome.Signalled(15));
        assertThat(ProcessGroups.alive(supervisor.processGroup())).isFalse();
    }

    @Test
    void aStoppedCommandIsEndedToo() throws Exception {
        Running running = run(shell("echo $$ > $0/ready; while :; do sleep 0.01; done"), LONG);
        long command = Eventually.number(trace("ready"));
        send("STOP", command);
        running.lose();
        assertThat(running.await()).isEqualTo(new Outcome.Signalled(15));
    }

    @Test
    void whatCommandLeavesBehindWhenItEndsByItselfIsLeftAlone() throws Exception {
        Supervisor supervisor = shell(STUBBORN_CHILD + "while [ ! -s $0/child ]; do sleep 0.01; done; exit 0");
        assertThat(run(supervisor, GRACE).await()).isEqualTo(new Outcome.Exited(0));
        supervisor.close();
        long child = Eventually.number(trace("child"));
        assertThat(Eventually.isAlive(child)).isTrue();
        assertThat(ProcessGroups.alive(supervisor.processGroup())).isTrue();
        send("KILL", child);
        Eventually.until("the group is gone", () -> !ProcessGroups.alive(supervisor.processGroup()));
    }

    @Test
    void aLeaseThatIsNotRenewedEndsCommandBeforeItEnds() throws Exception {
        Supervisor supervisor = shell("trap '' TERM; while :; do echo >> $0/beat; sleep 0.01; done");
        Instant deadline = Instant.now().plusSeconds(2);
        Running running = supervisor.run(
                Map.of(),
                GRACE,
                OnLost.KILL,
                () -> Math.max(0, Duration.between(Instant.now(), deadline).toMillis()));
        assertThat(running.await()).isEqualTo(new Outcome.Signalled(9));
        // What COMMAND did last counts, not when a busy machine let this JVM hear of its end.
        assertThat(Files.getLastModifiedTime(trace("beat")).toInstant()).isBefore(deadline);
    }

    @Test
    void aLostLockThatOnlyWarnsLetsCommandGoOn() throws Exception {
        Supervisor supervisor = shell("while [ ! -e $0/end ]; do sleep 0.01; done; exit 6");
        long end = System.nanoTime() + Duration.ofMillis(300).toNanos();
        Running running =
                supervisor.run(Map.of(), GRACE, OnLost.WARN, () -> Math.max(0, (end - System.nanoTime()) / 1_000_000));
        Eventually.until("the lease has ended", () -> System.nanoTime() > end + 200_000_000L);
        Files.createFile(trace("end"));
        assertThat(running.await()).isEqualTo(new Outcome.Exited(6));
    }
}
