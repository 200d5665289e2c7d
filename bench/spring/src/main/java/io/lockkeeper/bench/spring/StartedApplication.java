package io.lockkeeper.bench.spring;

import java.time.Duration;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** A process of {@link StartUp}: starts an application, says so and ends. */
final class StartedApplication {
    /** Begins the line that is written when the context is ready; after it comes the processor time so far, in milliseconds. */
    static final String READY = "ready ";

    private StartedApplication() {}

    /** Takes the name of the application's class. */
    public static void main(String[] arguments) throws ClassNotFoundException {
        SpringApplication application = new SpringApplication(Class.forName(arguments[0]));
        application.setBannerMode(Banner.Mode.OFF);
        try (ConfigurableApplicationContext context = application.run("--lockkeeper.store=memory:start-up")) {
            long processor = ProcessHandle.current()
                    .info()
                    .totalCpuDuration()
                    .orElse(Duration.ZERO)
                    .toMillis();
            System.out.println(context.isActive() ? READY + processor : "not active");
        }
    }
}
