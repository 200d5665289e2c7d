package io.lockkeeper.races;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Purpose;
import io.lockkeeper.races.Violation.Promise;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Races under locks that don't reach across processes: what is wrong there is seen. */
final class BrokenLockRaceTest {

    @Test
    void aLockThatDoesNotReachOtherProcessesLosesUpdates() throws InterruptedException {
        try (Race race = Race.start(everyoneForThemselves(), false)) {
            Result result = race.run(Race.duration(2)).finish();
            assertThat(result.broken(Promise.EXACT)).isPositive();
            assertThat(result.broken(Promise.ONE_HOLDER)).isPositive();
            assertThatThrownBy(result::requireAllBut)
                    .hasMessageContaining("an update is lost")
                    .hasMessageContaining("-Dseed=" + result.seed());
        }
    }

    private static Fleet.Orders everyoneForThemselves() {
        return new Fleet.Orders(
                Collections.nCopies(3, "memory:race"), 2, Duration.ofSeconds(30), Duration.ZERO, Purpose.FENCED);
    }
}
