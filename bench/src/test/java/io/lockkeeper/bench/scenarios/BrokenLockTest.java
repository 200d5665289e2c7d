package io.lockkeeper.bench.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Server;
import io.lockkeeper.bench.server.ServerKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The guards are seen to catch a lock that does not exclude other processes. */
class BrokenLockTest {

    @Test
    void fourProcessesOnOneKey() {
        assertCaught("s4");
    }

    @Test
    void handOversBetweenProcesses() {
        assertCaught("s6");
    }

    @Test
    void aCrowdAtTheDoor() {
        assertCaught("s7");
    }

    private static void assertCaught(String id) {
        Scenario scenario = Scenarios.all().stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        try (Server server = ServerKind.REDIS.start()) {
            Stage stage = new Stage(server, Duration.ofMillis(300));
            Entrant broken = scenario.entrants(List.of(new BrokenLock()), stage).get(0);
            try (Session session = broken.opening().get()) {
                session.warm();
                Sample sample = session.measure();

                assertThat(sample.verdict().orElseThrow().isClean()).isFalse();
            }
        }
    }
}
