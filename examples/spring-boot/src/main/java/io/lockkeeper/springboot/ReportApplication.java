package io.lockkeeper.springboot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Start it twice: the two processes write no report at the same time; with {@code --reports.at-least}, one of them writes it. */
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
