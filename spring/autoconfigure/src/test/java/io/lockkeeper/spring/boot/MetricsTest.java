package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.micrometer.LockMetrics;
import io.lockkeeper.micrometer.LockMetricsOptions;
import io.lockkeeper.servers.Await;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Meters in the registry that Spring Boot configures. */
class MetricsTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    private final ApplicationContextRunner runner = Boots.runner()
            .withConfiguration(Boots.metrics())
            .withPropertyValues("lockkeeper.store=memory:measured", "lockkeeper.stores.orders.url=memory:measured-too");

    @Test
    void the_locks_of_each_store_are_measured() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            LockClient orders = context.getBean("ordersLockClient", LockClient.class);
            try (Lease lease = orders.lock("a").acquire()) {
                assertThat(lease.isHeld()).isTrue();
                assertThat(held(registry, "orders")).isEqualTo(1);
                assertThat(held(registry, "default")).isZero();
            }
            assertThat(held(registry, "orders")).isZero();
            awaitHolds(registry, "orders", 1);
            assertThat(holds(registry, "default")).isZero();
        });
    }

    @Test
    void they_are_measured_after_a_restart() {
        runner.run(context -> {
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            LockClient client = context.getBean(LockClient.class);
            client.lock("a").acquire().close();
            awaitHolds(registry, "default", 1);
            context.stop();
            assertThat(held(registry, "default")).isZero();
            context.start();
            try (Lease lease = client.lock("a").acquire()) {
                assertThat(lease.isHeld()).isTrue();
                assertThat(held(registry, "default")).isEqualTo(1);
            }
            awaitHolds(registry, "default", 2);
        });
    }

    @Test
    void a_registry_that_outlives_the_context_loses_its_gauges() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        for (int round = 0; round < 2; round++) {
            Boots.runner()
                    .withBean(MeterRegistry.class, () -> registry, SharedResourcesTest.LEFT_OPEN)
                    .withPropertyValues("lockkeeper.store=memory:outlived")
                    .run(context -> {
                        try (Lease lease =
                                context.getBean(LockClient.class).lock("a").acquire()) {
                            assertThat(lease.isHeld()).isTrue();
                            assertThat(held(registry, "default")).isEqualTo(1);
                        }
                    });
            assertThat(registry.find("lockkeeper.held").gauges()).isEmpty();
        }
    }

    @Test
    void a_store_in_a_data_source_is_named_by_its_kind() {
        try (HikariDataSource source = new HikariDataSource()) {
            source.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
            runner.withBean("shop", DataSource.class, () -> source, SharedResourcesTest.LEFT_OPEN)
                    .withPropertyValues("lockkeeper.store=bean:shop")
                    .run(context -> assertThat(context.getBean(MeterRegistry.class)
                                    .get("lockkeeper.held")
                                    .tags("store", "jdbc", "name", "default")
                                    .gauge()
                                    .value())
                            .isZero());
        }
    }

    @Test
    void they_can_be_switched_off() {
        runner.withPropertyValues("lockkeeper.metrics.enabled=false").run(context -> {
            assertThat(context).hasNotFailed();
            assertNone(context.getBean(MeterRegistry.class));
        });
    }

    @Test
    void an_applications_own_meters_take_their_place() {
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        runner.withBean(LockMetrics.class, () -> LockMetrics.of(own, LockMetricsOptions.forStore("memory")))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertNone(context.getBean(MeterRegistry.class));
                    context.getBean(LockClient.class).lock("a").acquire().close();
                    Await.until(
                            "the application's meters",
                            LONG,
                            () -> own.get("lockkeeper.hold").timer().count() == 1);
                });
    }

    @Test
    void without_the_library_or_a_registry_there_are_none() {
        runner.withClassLoader(new FilteredClassLoader(LockMetrics.class)).run(context -> {
            assertThat(context).hasNotFailed();
            assertNone(context.getBean(MeterRegistry.class));
        });
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:unmeasured")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MicrometerMeters.class));
    }

    private static void assertNone(MeterRegistry registry) {
        assertThat(registry.getMeters())
                .noneMatch(meter -> meter.getId().getName().startsWith("lockkeeper."));
    }

    private static double held(MeterRegistry registry, String store) {
        return registry.get("lockkeeper.held")
                .tags("store", "memory", "name", store)
                .gauge()
                .value();
    }

    private static long holds(MeterRegistry registry, String store) {
        return registry.get("lockkeeper.hold")
                .tags("store", "memory", "name", store)
                .timer()
                .count();
    }

    /** Events come on another thread. */
    private static void awaitHolds(MeterRegistry registry, String store, long number) {
        Await.until("the timer", LONG, () -> holds(registry, store) == number);
    }
}
