package io.lockkeeper.spring.boot;

import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.WhenBusy;
import java.time.Duration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import reactor.core.publisher.Mono;

/** A program whose scheduled job is a publisher. Prints when it is started, and when the job runs. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@ImportAutoConfiguration({LockkeeperAutoConfiguration.class, LockedAutoConfiguration.class})
@Import(ReactiveJobApplication.Job.class)
class ReactiveJobApplication {

    static final String STARTED = "the application is started";
    static final String RUN = "the job runs";

    public static void main(String[] arguments) {
        new SpringApplicationBuilder(ReactiveJobApplication.class)
                .web(WebApplicationType.NONE)
                .run(arguments);
        System.out.println(STARTED);
    }

    static class Job {
        /** Ends on a thread of Reactor, long after the scheduler's thread has returned. */
        @Scheduled(cron = "*/5 * * * * *")
        @Locked(name = "job", whenBusy = WhenBusy.SKIP, atLeast = "${job.at-least}")
        public Mono<Void> run() {
            return Mono.delay(Duration.ofMillis(100))
                    .doOnNext(tick -> System.out.println(RUN))
                    .then();
        }
    }
}
