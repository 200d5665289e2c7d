package io.lockkeeper.springboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Start it twice: one of the two processes writes each report. */
@SpringBootApplication
@EnableScheduling
public class ReportApplication {

    /** Created by Spring. */
    public ReportApplication() {}

    /**
     * Runs until it is ended.
     *
     * @param arguments settings, such as {@code --lockkeeper.store=redis://localhost:6379}
     */
    public static void main(String[] arguments) {
        SpringApplication.run(ReportApplication.class, arguments);
    }
}
