package io.lockkeeper.examples.migration;

import com.baomidou.lock.LockInfo;
import com.baomidou.lock.LockTemplate;
import com.baomidou.lock.annotation.Lock4j;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.spring.EnableLocked;
import io.lockkeeper.spring.Locked;
import java.time.Duration;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** From lock4j to Lockkeeper. */
final class FromLock4j {

    private FromLock4j() {}

    static class Before {

        @Lock4j(name = "order", keys = "#order.id", expire = 10_000, acquireTimeout = 1_000)
        public void ship(Order order) {
            // ships it
        }

        @Lock4j(name = "report", expire = 60_000, acquireTimeout = 0, autoRelease = false)
        public void writeReport() {
            // writes it, at most once a minute
        }
    }

    @Configuration
    @EnableLocked
    static class Configured {

        @Bean(destroyMethod = "close")
        LockClient locks() {
            return LockClient.connect("redis://localhost:6379");
        }
    }

    static class After {

        @Locked(name = "order:#order.id", maxWait = "1s", lease = "10s")
        public void ship(Order order) {
            // ships it
        }

        @Locked(name = "report", maxWait = "0", atLeast = "60s")
        public void writeReport() {
            // writes it, at most once a minute
        }
    }

    static class TemplateBefore {

        private final LockTemplate template;

        TemplateBefore(LockTemplate template) {
            this.template = template;
        }

        void ship(Order order) {
            LockInfo lock = template.lock("order:" + order.id(), 10_000, 1_000);
            if (lock == null) {
                throw new IllegalStateException("Try again later");
            }
            try {
                pack(order);
            } finally {
                template.releaseLock(lock);
            }
        }
    }

    static class TemplateAfter {

        private final LockClient locks;

        TemplateAfter(LockClient locks) {
            this.locks = locks;
        }

        void ship(Order order) throws InterruptedException {
            LockOptions briefly = LockOptions.defaults().withMaxWait(Duration.ofSeconds(1));
            Optional<Lease> lease = locks.lock("order:" + order.id()).tryAcquire(briefly);
            if (lease.isEmpty()) {
                throw new IllegalStateException("Try again later");
            }
            try (Lease held = lease.get()) {
                held.ensureHeld();
                pack(order);
            }
        }
    }

    static void pack(Order order) {
        // packs it
    }
}
