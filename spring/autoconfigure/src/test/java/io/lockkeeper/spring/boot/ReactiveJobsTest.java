package io.lockkeeper.spring.boot;

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

/** Two processes whose clocks differ schedule the same reactive job. */
class ReactiveJobsTest {

    private static final int RUNS = 5;
    private static final Duration AT_LEAST = Duration.ofSeconds(4);
    private static final Duration LONG = Duration.ofMinutes(2);

    @Test
    @Timeout(value = 6, unit = TimeUnit.MINUTES) // A program with a false clock starts slowly.
    @RequiresProgram(value = "faketime", remedy = "apt-get install faketime")
    void a_reactive_job_runs_in_one_process_at_a_time() {
        try (RedisServer redis = RedisServer.start();
                JavaProcess ahead = process(redis).clock("+2s").start();
                JavaProcess exact = process(redis).start()) {
            List<JavaProcess> processes = List.of(ahead, exact);
            processes.forEach(process -> process.awaitLine(ReactiveJobApplication.STARTED::equals, LONG));
            int before = runs(processes);
            Await.until("a run", LONG, () -> runs(processes) > before);
            int first = runs(processes);
            long start = System.nanoTime();
            Await.until("more runs", LONG, () -> runs(processes) >= first + RUNS);
            Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
            // Two seconds for lines that are read late; without the lock, five runs would take twelve seconds at most.
            assertThat(elapsed.plusSeconds(2)).isGreaterThan(AT_LEAST.multipliedBy(RUNS));
        }
    }

    @Test
    void the_job_passes_to_the_other_process_when_one_ends() {
        try (RedisServer redis = RedisServer.start();
                JavaProcess one = process(redis).start()) {
            one.awaitLine(ReactiveJobApplication.RUN::equals, LONG);
            try (JavaProcess two = process(redis).start()) {
                two.awaitLine(ReactiveJobApplication.STARTED::equals, LONG);
                one.kill();
                two.awaitLine(ReactiveJobApplication.RUN::equals, LONG);
            }
        }
    }

    private static JavaCommand process(RedisServer redis) {
        return JavaCommand.of(
                ReactiveJobApplication.class,
                "--lockkeeper.store=" + redis.url(),
                "--job.at-least=" + AT_LEAST.toSeconds() + "s");
    }

    private static int runs(List<JavaProcess> processes) {
        return processes.stream()
                .mapToInt(process -> (int) process.output().stream()
                        .filter(ReactiveJobApplication.RUN::equals)
                        .count())
                .sum();
    }
}
