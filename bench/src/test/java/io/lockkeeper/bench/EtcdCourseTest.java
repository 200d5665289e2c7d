package io.lockkeeper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.servers.RequiresEtcd;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Short courses on a real etcd. */
@RequiresEtcd
class EtcdCourseTest {

    @Test
    void everyContestantHasItsTurn() {
        List<Contestant> all = Selection.of(ServerKind.ETCD, List.of()).contestants();
        Results results = ShortCourse.play(ServerKind.ETCD, "s3", all);

        assertThat(results.entrants()).contains("lockkeeper", "jetcd-lock", "raw-limit");
        for (String entrant : results.entrants()) {
            assertThat(results.verdict(entrant)).isEqualTo("ok");
        }
    }

    @Test
    void theLimitTakesTwoRequestsAndSoDoesLockkeeper() {
        Results results = ShortCourse.play(
                ServerKind.ETCD, "s1", List.of(Contestants.named("raw-limit"), Contestants.LOCKKEEPER));

        assertThat(results.columns()).extracting(Column::name).contains("requests/op", "bytes/op");
        assertThat(ShortCourse.median(results, "raw-limit", "requests/op")).isBetween(1.99, 2.05);
        assertThat(ShortCourse.median(results, "lockkeeper", "requests/op")).isBetween(1.99, 2.1);
    }
}
