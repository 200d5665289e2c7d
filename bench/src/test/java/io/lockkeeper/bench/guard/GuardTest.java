package io.lockkeeper.bench.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {
    @TempDir
    Path directory;

    private SharedFile shared;
    private Guard guard;

    @BeforeEach
    void open() {
        shared = SharedFile.open(directory.resolve("shared"));
        guard = new Guard(shared);
    }

    @Test
    void oneAfterTheOtherIsClean() {
        Guard other = new Guard(SharedFile.open(directory.resolve("shared")));
        guard.enter();
        guard.leave();
        other.enter();
        other.leave();

        assertThat(guard.judge(2, guard.takeViolations() + other.takeViolations()))
                .isEqualTo(new Verdict(0))
                .hasToString("ok");
    }

    @Test
    void twoAtOnceAreSeenByBothWhoFindEachOther() {
        Guard other = new Guard(SharedFile.open(directory.resolve("shared")));
        guard.enter();
        other.enter();
        guard.leave();
        other.leave();

        assertThat(guard.takeViolations()).isEqualTo(1);
        assertThat(other.takeViolations()).isEqualTo(1);
        assertThat(guard.judge(2, 2)).hasToString("VIOLATED 2×");
    }

    @Test
    void anAcquisitionThatLeftNoTraceIsSeen() {
        guard.enter();
        guard.leave();

        assertThat(guard.judge(2, 0).isClean()).isFalse();
    }

    @Test
    void oneWhoNeverLeftIsSeen() {
        guard.enter();

        assertThat(guard.judge(1, 0).isClean()).isFalse();
    }
}
