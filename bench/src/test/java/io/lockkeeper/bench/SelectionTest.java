package io.lockkeeper.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.bench.contestants.Contestant;
import io.lockkeeper.bench.contestants.Contestants;
import io.lockkeeper.bench.scenarios.Scenario;
import io.lockkeeper.bench.scenarios.Scenarios;
import io.lockkeeper.bench.server.ServerKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTest {

    @Test
    void noWordMeansAll() {
        Selection all = Selection.of(ServerKind.REDIS, List.of());

        assertThat(all.scenarios()).isEqualTo(Scenarios.all());
        assertThat(all.contestants()).hasSize((int)
                Contestants.all().stream().filter(ServerKind.REDIS::admits).count());
    }

    @Test
    void aDatabaseHasContestantsOfItsOwn() {
        Selection all = Selection.of(ServerKind.POSTGRESQL, List.of());

        assertThat(all.scenarios())
                .extracting(Scenario::id)
                .containsExactly("s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8");
        assertThat(all.contestants())
                .extracting(Contestant::name)
                .contains("lockkeeper", "spring-jdbc", "shedlock", "raw-limit")
                .doesNotContain("redisson-lock", "raw-blocking");
        assertThatThrownBy(() -> Selection.of(ServerKind.MARIADB, List.of("idle")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wordsNameScenariosAndBeginningsOfContestants() {
        Selection some = Selection.of(ServerKind.REDIS, List.of("S3", "redisson", "raw-limit", "s1"));

        assertThat(some.scenarios()).extracting(Scenario::id).containsExactly("s1", "s3");
        assertThat(some.contestants())
                .extracting(Contestant::name)
                .containsExactly("redisson-lock", "redisson-fair", "redisson-spin", "raw-limit");
    }

    @Test
    void aWordThatFitsNothingIsAnErrorWithAllThatDo() {
        assertThatThrownBy(() -> Selection.of(ServerKind.REDIS, List.of("s1", "s9")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'s9'", "s8", "idle", "alloc", "spring-spin");
    }

    @Test
    void theCommandEndsWithTwoForSuchAWord() {
        assertThat(Bench.execute("s9")).isEqualTo(2);
        assertThat(Bench.execute("--rounds", "0")).isEqualTo(2);
        assertThat(Bench.execute("--redis", "redis://example.com")).isEqualTo(2);
        assertThat(Bench.execute("--server", "oracle")).isEqualTo(2);
        assertThat(Bench.execute("--server", "mariadb", "--redis", "redis://localhost"))
                .isEqualTo(2);
    }
}
