package io.lockkeeper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.servers.RequiresMemcached;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Short courses on a real memcached. */
@RequiresMemcached
class MemcachedCourseTest {

    @Test
    void everyContestantHasItsTurn() {
        List<Contestant> all = Selection.of(ServerKind.MEMCACHED, List.of()).contestants();
        Results results = ShortCourse.play(ServerKind.MEMCACHED, "s3", all);

        assertThat(results.entrants()).contains("lockkeeper", "raw-limit");
        for (String entrant : results.entrants()) {
            assertThat(results.verdict(entrant)).isEqualTo("ok");
        }
    }

    /** Lockkeeper's second request reads three items: the lock's, that of the next in line, and that of a recall. */
    @Test
    void theLimitTouchesTwoItemsAndLockkeeperFiveInThreeRequests() {
        Results results = ShortCourse.play(
                ServerKind.MEMCACHED, "s1", List.of(Contestants.named("raw-limit"), Contestants.LOCKKEEPER));

        assertThat(results.columns()).extracting(Column::name).contains("items/op", "bytes/op");
        assertThat(ShortCourse.median(results, "raw-limit", "items/op")).isBetween(1.99, 2.05);
        assertThat(ShortCourse.median(results, "lockkeeper", "items/op")).isBetween(4.99, 5.1);
    }
}
