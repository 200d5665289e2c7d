package io.lockkeeper.bench.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CourseTest {
    private static Servers servers;
    private static Results results;

    @BeforeAll
    static void play() throws Exception {
        servers = Servers.start();
        results =
                new Course(Duration.ofMillis(50), 1, Duration.ofMillis(50), 20, 20, Duration.ofMillis(20)).run(servers);
    }

    @AfterAll
    static void stop() throws Exception {
        servers.close();
    }

    @Test
    void everyScenarioIsPlayedWithEachContestant() {
        for (Contestant contestant : Contestant.values()) {
            boolean bare = contestant == Contestant.BARE;
            assertThat(results.times(contestant, "first"))
                    .as(contestant.title())
                    .hasSize(1);
            assertThat(results.times(contestant, "threads"))
                    .as(contestant.title())
                    .hasSize(1);
            assertThat(results.times(contestant, "repeat"))
                    .as(contestant.title())
                    .hasSize(bare ? 0 : 1);
            assertThat(results.costs(contestant)).as(contestant.title()).hasSize(bare ? 1 : 2);
            assertThat(results.storms(contestant)).as(contestant.title()).hasSize(bare ? 0 : 2);
        }
        assertThat(Tables.of(results)).contains("| " + Contestant.CAMEL_POSTGRESQL.title() + " | 4 |");
    }

    @Test
    void aStormRunsOnce() {
        for (Contestant contestant : EnumSet.complementOf(EnumSet.of(Contestant.BARE))) {
            results.storms(contestant)
                    .forEach((services, storms) -> assertThat(storms)
                            .as("%s, %d services", contestant.title(), services)
                            .allSatisfy(storm -> assertThat(storm.orders()).isEqualTo(1)));
        }
    }

    @Test
    void lockkeeperReplaysTheAnswerToAllOthers() {
        for (Contestant contestant :
                EnumSet.of(Contestant.TRANSACTIONAL, Contestant.LEASED_REDIS, Contestant.LEASED_POSTGRESQL)) {
            results.storms(contestant)
                    .forEach((services, storms) -> assertThat(storms)
                            .as("%s, %d services", contestant.title(), services)
                            .allSatisfy(storm -> {
                                assertThat(storm.count(Service.Answer.REPLAYED)).isEqualTo(19);
                                assertThat(storm.failed()).isZero();
                            }));
        }
    }

    @Test
    void lockkeeperAddsTwoRoundTripsToARequestAtMost() {
        assertThat(first(Contestant.BARE)).isEqualTo(new Cost(1, 1, 0, 2));
        for (Contestant contestant :
                EnumSet.of(Contestant.TRANSACTIONAL, Contestant.LEASED_REDIS, Contestant.LEASED_POSTGRESQL)) {
            assertThat(first(contestant).trips()).as(contestant.title()).isLessThanOrEqualTo(4);
        }
    }

    private static Cost first(Contestant contestant) {
        return Objects.requireNonNull(results.costs(contestant).get("first"));
    }
}
