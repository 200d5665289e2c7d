package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SupervisorOutcomeTest extends CommandTest {
    @Test
    void anExitCodePassesThrough() throws Exception {
        for (int code : new int[] {0, 7, 255}) {
            assertThat(run(shell("exit " + code), GRACE).await()).isEqualTo(new Outcome.Exited(code));
        }
    }

    @Test
    void aSignalThatEndsCommandIsTold() throws Exception {
        for (int number : new int[] {8, 9, 11, 13, 15}) {
            Running running = run(shell("kill -" + number + " $$"), GRACE);
            assertThat(running.await()).isEqualTo(new Outcome.Signalled(number));
        }
    }

    @Test
    void whatIsNotThereIs127() throws Exception {
        assertThat(run(supervisor(trace("absent").toString()), GRACE).await())
                .isEqualTo(new Outcome.NotStarted(127, "No such file or directory"));
        assertThat(run(supervisor("no-such-command-anywhere"), GRACE).await())
                .isEqualTo(new Outcome.NotStarted(127, "No such file or directory"));
    }

    @Test
    void whatIsNotExecutableIs126() throws Exception {
        Path file = Files.writeString(trace("text"), "exit 0\n");
        assertThat(run(supervisor(file.toString()), GRACE).await())
                .isEqualTo(new Outcome.NotStarted(126, "Permission denied"));
        assertThat(run(supervisor(folder.toString()), GRACE).await())
                .isEqualTo(new Outcome.NotStarted(126, "Permission denied"));
    }

    @Test
    void aDeadlineNearerThanTheGraceStartsNothing() throws Exception {
        Supervisor supervisor = shell("touch $0/began");
        Running running = supervisor.run(Map.of(), LONG, OnLost.KILL, () -> LONG.toMillis());
        assertThat(running.await()).isEqualTo(new Outcome.TooLate());
        supervisor.close();
        assertThat(trace("began")).doesNotExist();
    }

    @Test
    void aLostLockStartsNothing() throws Exception {
        for (OnLost mode : List.of(OnLost.KILL, OnLost.WARN)) {
            Supervisor supervisor = shell("touch $0/began");
            Running running = supervisor.run(Map.of(), GRACE, mode, () -> 0);
            assertThat(running.await()).isEqualTo(new Outcome.TooLate());
            supervisor.close();
            assertThat(trace("began")).doesNotExist();
        }
    }

    @Test
    void theGroupExistsBeforeCommandAndEndsWithTheSupervisor() throws Exception {
        Supervisor supervisor = shell("touch $0/began");
        assertThat(ProcessGroups.alive(supervisor.processGroup())).isTrue();
        supervisor.close();
        assertThat(ProcessGroups.alive(supervisor.processGroup())).isFalse();
        assertThat(trace("began")).doesNotExist();
    }
}
