package io.lockkeeper.examples.migration;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.shedlock.LockkeeperLockProvider;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;

/** From ShedLock's providers to Lockkeeper's. */
final class FromShedLock {

    private FromShedLock() {}

    @Configuration
    @EnableSchedulerLock(defaultLockAtMostFor = "10m")
    static class Before {

        @Bean
        LockProvider lockProvider(DataSource dataSource) {
            return new JdbcTemplateLockProvider(dataSource);
        }
    }

    @Configuration
    @EnableSchedulerLock(defaultLockAtMostFor = "10m")
    static class After {

        @Bean(destroyMethod = "close")
        LockClient locks() {
            return LockClient.connect("redis://localhost:6379");
        }

        @Bean
        LockProvider lockProvider(LockClient locks) {
            return new LockkeeperLockProvider(locks);
        }
    }

    static class Reports {

        @Scheduled(cron = "0 0 3 * * *")
        @SchedulerLock(name = "nightly-report", lockAtMostFor = "10m", lockAtLeastFor = "1m")
        void writeReport() {
            // writes it
        }
    }

    static class WithoutShedLock {

        private final LockClient locks;

        WithoutShedLock(LockClient locks) {
            this.locks = locks;
        }

        @Scheduled(cron = "0 0 3 * * *")
        void writeReport() {
            LockOptions once = LockOptions.defaults().withAtLeast(Duration.ofMinutes(1));
            Optional<Lease> lease = locks.lock("nightly-report").tryAcquireNow(once);
            if (lease.isPresent()) {
                try (Lease held = lease.get()) {
                    write(held.token()); // the lease is renewed for as long as the report takes
                }
            }
        }

        void write(long token) {
            // writes it
        }
    }
}
