package io.lockkeeper.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.JavaCommand;
import io.lockkeeper.servers.JavaProcess;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.RequiresProgram;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes whose clocks differ schedule the same job. */
class TwoNodesTest {

    private static final int REPORTS = 5;
    private static final Duration AT_LEAST = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    @Timeout(value = 6, unit = TimeUnit.MINUTES) // A program with a false clock starts slowly.
    @RequiresProgram(value = "faketime", remedy = "apt-get install faketime")
    void a_scheduled_job_runs_on_one_node_at_a_time() {
        try (RedisServer redis = RedisServer.start();
                JavaProcess ahead = node(redis).clock("+2s").start();
                JavaProcess exact = node(redis).start()) {
            List<JavaProcess> nodes = List.of(ahead, exact);
            nodes.forEach(node -> node.awaitLine(line -> line.contains("Started ReportApplication"), LONG));
            int before = reports(nodes);
            Await.until("a report", LONG, () -> reports(nodes) > before);
            int first = reports(nodes);
            long start = System.nanoTime();
            Await.until("more reports", LONG, () -> reports(nodes) >= first + REPORTS);
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            // Two seconds for lines that are read late; without the lock, five reports would take twelve seconds at
            // most.
            assertThat(elapsed.plusSeconds(2)).isGreaterThan(AT_LEAST.multipliedBy(REPORTS));
        }
    }

    @Test
    void the_job_passes_to_the_other_node_when_one_ends() {
        try (RedisServer redis = RedisServer.start();
                JavaProcess one = node(redis).start()) {
            one.awaitLine(line -> line.startsWith("report at"), LONG);
            try (JavaProcess two = node(redis).start()) {
                two.awaitLine(line -> line.contains("Started ReportApplication"), LONG);
                one.kill();
                two.awaitLine(line -> line.startsWith("report at"), LONG);
            }
        }
    }

    private static JavaCommand node(RedisServer redis) {
        return JavaCommand.of(
                ReportApplication.class,
                "--lockkeeper.store=" + redis.url(),
                "--reports.cron=*/5 * * * * *",
                "--reports.at-least=" + AT_LEAST.toSeconds() + "s");
    }

    private static int reports(List<JavaProcess> nodes) {
        return nodes.stream()
                .mapToInt(node -> (int) node.output().stream()
                        .filter(line -> line.startsWith("report at"))
                        .count())
                .sum();
    }
}
