package io.lockkeeper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.server.ServerKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Short courses on a real server. */
class CourseTest {

    @Test
    void everyContestantHasItsTurn() {
        Results results = play("s3", Selection.of(ServerKind.REDIS, List.of()).contestants());

        assertThat(results.entrants())
                .containsAll(Stream.of("lockkeeper", "redisson-lock", "spring-pubsub", "raw-limit")
                        .toList());
        for (String entrant : results.entrants()) {
            assertThat(results.spread(entrant, results.columns().get(0))).isPresent();
            assertThat(results.verdict(entrant)).isEqualTo("ok");
        }
        assertThat(results.isClean()).isTrue();
    }

    @Test
    void theLimitTakesTwoRequestsAndFourCommands() {
        Results results = play("s1", List.of(Contestants.named("raw-limit")));

        assertThat(ShortCourse.median(results, "raw-limit", "requests/op")).isBetween(1.99, 2.05);
        assertThat(ShortCourse.median(results, "raw-limit", "commands/op")).isBetween(3.99, 4.05);
    }

    @Test
    void whoFailsIsNotedAndTheOthersGoOn() {
        Results results = play("s1", List.of(new Unwilling(), Contestants.named("raw-limit")));

        assertThat(results.verdict("unwilling")).startsWith("FAILED: ").contains("not today");
        assertThat(results.spread("raw-limit", results.columns().get(0))).isPresent();
        assertThat(results.isClean()).isFalse();
    }

    @Test
    void theBlockingLimitPlaysWhereNobodyWaits() {
        Contestant blocking = Contestants.named("raw-blocking");

        assertThat(play("s2", List.of(blocking)).isClean()).isTrue();
        assertThat(blocking.joins("s3")).isFalse();
    }

    @Test
    void theJdksLockPlaysWhereNoServerIsNeeded() {
        Contestant jdk = Contestants.REENTRANT_LOCK;

        assertThat(jdk.joins("s1")).isFalse();
        assertThat(play("s5", List.of(jdk)).isClean()).isTrue();
    }

    private static Results play(String id, List<Contestant> contestants) {
        return ShortCourse.play(ServerKind.REDIS, id, contestants);
    }

    /** Cannot be opened. */
    public static final class Unwilling extends Contestant {

        public Unwilling() {
            super("unwilling", (url, lease) -> {
                throw new IllegalStateException("not today");
            });
        }
    }
}
