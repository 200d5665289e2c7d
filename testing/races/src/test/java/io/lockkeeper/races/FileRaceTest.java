package io.lockkeeper.races;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Purpose;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A race over files, whose locks the kernel keeps: there are never two holders, so the counter need not check tokens. */
final class FileRaceTest {

    private static final int PROCESSES = 4;
    private static final Duration LEASE = Duration.ofSeconds(1);

    @Test
    void whileWorkersAreKilledAndPausedTheCounterIsExactWithoutRefusals(@TempDir Path folder)
            throws InterruptedException {
        List<String> urls = Collections.nCopies(PROCESSES, "file:" + folder);
        try (Race race = Race.start(new Fleet.Orders(urls, 3, LEASE, LEASE, Purpose.CORRECTNESS), false)) {
            Result result = race.run(
                            Race.duration(6),
                            new ProcessTrouble(race, List.of(0, 1), LEASE),
                            new ProcessTrouble(race, List.of(2), LEASE))
                    .finish()
                    .requireAllBut();
            assertThat(result.refused()).isZero();
        }
    }
}
