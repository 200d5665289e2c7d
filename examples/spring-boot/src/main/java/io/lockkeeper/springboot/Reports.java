package io.lockkeeper.springboot;

import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.WhenBusy;
import java.time.Instant;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** A job that all nodes schedule, and one runs. */
@Component
public class Reports {

    /** Created by Spring. */
    public Reports() {}

    /**
     * Writes a report. With {@code reports.at-least}, the lock stays held for that time, so that a node whose clock is behind does
     * not repeat the job. This needs a store whose leases end by its clock, such as Redis or a database.
     */
    @Scheduled(cron = "${reports.cron:0 * * * * *}")
    @Locked(name = "report", whenBusy = WhenBusy.SKIP, atLeast = "${reports.at-least:0s}")
    public void write() {
        System.out.println("report at " + Instant.now());
    }
}
