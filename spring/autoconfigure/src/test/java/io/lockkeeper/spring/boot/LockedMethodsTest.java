package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.WhenBusy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** {@code @Locked}, which needs nothing but a store. */
class LockedMethodsTest {

    private final ApplicationContextRunner runner = Boots.runner()
            .withPropertyValues(
                    "lockkeeper.store=memory:methods", "lockkeeper.stores.orders.url=memory:methods-orders");

    @Test
    void a_method_runs_under_its_lock() {
        runner.withBean(Jobs.class).run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            jobs.report();
            try (LockClient other = LockClient.connect("memory:methods");
                    Lease busy = other.lock("report").acquire()) {
                jobs.report();
                assertThat(busy.isHeld()).isTrue();
            }
            assertThat(jobs.runs()).isEqualTo(1);
        });
    }

    @Test
    void a_store_is_chosen_by_its_name() {
        runner.withBean(Orders.class).run(context -> {
            try (LockClient other = LockClient.connect("memory:methods-orders");
                    Lease busy = other.lock("order").acquire()) {
                context.getBean(Orders.class).order();
                assertThat(busy.isHeld()).isTrue();
            }
            assertThat(context.getBean(Orders.class).runs()).isZero();
        });
    }

    @Test
    void a_store_that_is_not_there_is_found_at_start_up() {
        runner.withBean(Typo.class)
                .run(context -> assertThat(context).getFailure().rootCause().hasMessageContaining("'order'"));
    }

    static class Jobs {
        private final AtomicInteger runs = new AtomicInteger();

        public int runs() {
            return runs.get();
        }

        @Locked(name = "report", whenBusy = WhenBusy.SKIP)
        public void report() {
            runs.incrementAndGet();
        }
    }

    static class Orders {
        private final AtomicInteger runs = new AtomicInteger();

        public int runs() {
            return runs.get();
        }

        @Locked(name = "order", store = "orders", whenBusy = WhenBusy.SKIP)
        public void order() {
            runs.incrementAndGet();
        }
    }

    static class Typo {
        @Locked(name = "order", store = "order")
        public void order() {}
    }
}
