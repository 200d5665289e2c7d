package io.lockkeeper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.contestants.InProcess;
import io.lockkeeper.bench.contestants.JavaReentrantLock;
import io.lockkeeper.bench.contestants.Locks;
import io.lockkeeper.bench.contestants.RawLimit;
import io.lockkeeper.bench.report.Column;
import io.lockkeeper.bench.report.Results;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Scenarios;
import io.lockkeeper.bench.scenarios.Stage;
import io.lockkeeper.bench.server.Server;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Short courses on a real server. */
class CourseTest {

    @Test
    void everyContestantHasItsTurn() {
        Results results = play("s3", Contestants.all());

        assertThat(results.entrants())
                .containsAll(Stream.of("lockkeeper", "redisson-lock", "spring-pubsub", "raw-limit")
                        .toList());
        for (String entrant : results.entrants()) {
            assertThat(results.spread(entrant, results.columns().get(0))
                            .orElseThrow()
                            .least())
                    .isPositive();
            assertThat(results.verdict(entrant)).isEqualTo("ok");
        }
        assertThat(results.isClean()).isTrue();
    }

    @Test
    void theLimitTakesTwoRequestsAndFourCommands() {
        Results results = play("s1", List.of(new RawLimit()));

        assertThat(results.spread("raw-limit", column(results, "requests/op"))
                        .orElseThrow()
                        .median())
                .isBetween(1.99, 2.05);
        assertThat(results.spread("raw-limit", column(results, "commands/op"))
                        .orElseThrow()
                        .median())
                .isBetween(3.99, 4.05);
    }

    @Test
    void whoFailsIsNotedAndTheOthersGoOn() {
        Results results = play("s1", List.of(new Unwilling(), new RawLimit()));

        assertThat(results.verdict("unwilling")).startsWith("FAILED: ").contains("not today");
        assertThat(results.spread("raw-limit", results.columns().get(0))).isPresent();
        assertThat(results.isClean()).isFalse();
    }

    @Test
    void theJdksLockPlaysWhereNoServerIsNeeded() {
        Contestant jdk = new JavaReentrantLock();

        assertThat(jdk).isInstanceOf(InProcess.class);
        assertThat(play("s5", List.of(jdk)).isClean()).isTrue();
    }

    private static Results play(String id, List<Contestant> contestants) {
        Scenario scenario = Scenarios.all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        try (Server server = Server.start()) {
            Stage stage = new Stage(server, Duration.ofMillis(200));
            return new Course(contestants, stage, 1, line -> {}).play(scenario);
        }
    }

    private static Column column(Results results, String name) {
        return results.columns().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Cannot be opened. */
    public static final class Unwilling implements Contestant {

        @Override
        public String name() {
            return "unwilling";
        }

        @Override
        public Locks open(String redisUrl) {
            throw new IllegalStateException("not today");
        }
    }
}
