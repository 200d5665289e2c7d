package io.lockkeeper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.server.ServerKind;
import io.lockkeeper.servers.RequiresMariaDb;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Short courses on real databases. */
class DatabaseCourseTest {

    @Test
    void everyContestantHasItsTurnOnPostgreSql() {
        assertAllTakePart(ServerKind.POSTGRESQL);
    }

    @Test
    @RequiresMariaDb
    void everyContestantHasItsTurnOnMariaDb() {
        assertAllTakePart(ServerKind.MARIADB);
    }

    @Test
    void theLimitTakesTwoStatements() {
        Results results = ShortCourse.play(ServerKind.POSTGRESQL, "s1", List.of(Contestants.named("raw-limit")));

        assertThat(results.columns())
                .extracting(Column::name)
                .contains("statements/op")
                .doesNotContain("bytes/op");
        assertThat(ShortCourse.median(results, "raw-limit", "statements/op")).isBetween(1.99, 2.01);
    }

    @Test
    void aLibraryThatReentersByStatementsIsChargedForThem() {
        Results results = ShortCourse.play(ServerKind.POSTGRESQL, "s5", List.of(Contestants.named("spring-jdbc")));

        assertThat(ShortCourse.median(results, "spring-jdbc", "statements/op")).isGreaterThanOrEqualTo(1);
    }

    private static void assertAllTakePart(ServerKind kind) {
        List<Contestant> all = Selection.of(kind, List.of()).contestants();
        Results results = ShortCourse.play(kind, "s3", all);

        assertThat(results.entrants()).contains("lockkeeper", "spring-jdbc", "shedlock", "raw-limit");
        for (String entrant : results.entrants()) {
            assertThat(results.verdict(entrant)).isEqualTo("ok");
            assertThat(results.spread(entrant, results.columns().get(0))).isPresent();
        }
    }
}
