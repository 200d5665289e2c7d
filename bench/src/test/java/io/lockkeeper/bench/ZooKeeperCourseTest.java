package io.lockkeeper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.server.ServerKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Short courses on a real ZooKeeper. */
class ZooKeeperCourseTest {

    @Test
    void everyContestantHasItsTurn() {
        List<Contestant> all = Selection.of(ServerKind.ZOOKEEPER, List.of()).contestants();
        Results results = ShortCourse.play(ServerKind.ZOOKEEPER, "s3", all);

        assertThat(results.entrants()).contains("lockkeeper", "curator-mutex", "spring-zookeeper", "raw-limit");
        for (String entrant : results.entrants()) {
            assertThat(results.verdict(entrant)).isEqualTo("ok");
            assertThat(ShortCourse.median(results, entrant, "ops/s")).isPositive();
        }
    }

    /** At least: how many beats of the session come on top depends on how many locks the machine takes meanwhile. */
    @Test
    void aLockIsTwoWritesAndOneReadBesideTheBeatsOfItsSession() {
        Results results = ShortCourse.play(
                ServerKind.ZOOKEEPER, "s1", List.of(Contestants.LOCKKEEPER, Contestants.named("curator-mutex")));

        for (String entrant : results.entrants()) {
            assertThat(ShortCourse.median(results, entrant, "writes/op")).isGreaterThan(1.9);
            assertThat(ShortCourse.median(results, entrant, "reads/op")).isGreaterThan(0.9);
        }
    }
}
