package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockClient;
import io.lockkeeper.micrometer.DefaultLockWaitConvention;
import io.lockkeeper.micrometer.LockHoldContext;
import io.lockkeeper.micrometer.LockObservations;
import io.lockkeeper.micrometer.LockWaitContext;
import io.lockkeeper.micrometer.LockWaitConvention;
import io.lockkeeper.spring.Locked;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Observations in the registry that Spring Boot configures. */
class ObservationsTest {

    private final ApplicationContextRunner quiet = Boots.runner()
            .withConfiguration(Boots.metrics())
            .withConfiguration(Boots.observations())
            .withBean(Recorder.class)
            .withPropertyValues("lockkeeper.store=memory:observed", "lockkeeper.stores.orders.url=memory:observed-too");

    private final ApplicationContextRunner runner = quiet.withPropertyValues("lockkeeper.observations.enabled=true");

    @Test
    void the_locks_of_each_store_are_observed() {
        runner.run(context -> {
            context.getBean("ordersLockClient", LockClient.class)
                    .lock("a")
                    .acquire()
                    .close();
            context.getBean(LockClient.class).lock("b").acquire().close();
            assertThat(context.getBean(Recorder.class).ended)
                    .containsExactly(
                            "lockkeeper.lock.wait memory orders a",
                            "lockkeeper.lock.hold memory orders a",
                            "lockkeeper.lock.wait memory default b",
                            "lockkeeper.lock.hold memory default b");
        });
    }

    @Test
    void so_are_locked_methods() {
        runner.withBean(Shop.class).run(context -> {
            context.getBean(Shop.class).sell();
            assertThat(context.getBean(Recorder.class).ended)
                    .containsExactly(
                            "lockkeeper.lock.wait memory default shop", "lockkeeper.lock.hold memory default shop");
        });
    }

    @Test
    void they_are_observed_after_a_restart() {
        runner.run(context -> {
            LockClient client = context.getBean(LockClient.class);
            context.stop();
            context.start();
            client.lock("a").acquire().close();
            assertThat(context.getBean(Recorder.class).ended).hasSize(2);
        });
    }

    @Test
    void there_are_none_unless_they_are_asked_for() {
        quiet.run(context -> {
            context.getBean(LockClient.class).lock("a").acquire().close();
            assertThat(context.getBean(Recorder.class).ended).isEmpty();
        });
    }

    @Test
    void nothing_is_measured_twice() {
        runner.run(context -> {
            context.getBean(LockClient.class).lock("a").acquire().close();
            assertThat(context.getBean(Recorder.class).ended).hasSize(2);
            assertThat(meters(context.getBean(MeterRegistry.class)))
                    .contains("lockkeeper.wait", "lockkeeper.hold")
                    .noneMatch(name -> name.startsWith("lockkeeper.lock."));
        });
    }

    @Test
    void what_the_application_observes_itself_is_measured_by_spring_boot() {
        Boots.runner()
                .withConfiguration(Boots.metrics())
                .withConfiguration(Boots.observations())
                .withPropertyValues("lockkeeper.store=memory:beside-own", "lockkeeper.observations.enabled=true")
                .run(context -> {
                    LockObservations own = LockObservations.of(context.getBean(ObservationRegistry.class), "memory");
                    try (LockClient client = own.observe(LockClient.connect("memory:own-observed"))) {
                        client.lock("a").acquire().close();
                    }
                    assertThat(meters(context.getBean(MeterRegistry.class)))
                            .contains("lockkeeper.lock.wait", "lockkeeper.lock.hold");
                });
    }

    @Test
    void without_the_meters_spring_boot_makes_its_own_of_observations() {
        runner.withPropertyValues("lockkeeper.metrics.enabled=false").run(context -> {
            context.getBean(LockClient.class).lock("a").acquire().close();
            assertThat(meters(context.getBean(MeterRegistry.class)))
                    .contains("lockkeeper.lock.wait", "lockkeeper.lock.hold")
                    .doesNotContain("lockkeeper.wait", "lockkeeper.hold");
        });
    }

    @Test
    void a_convention_of_the_applications_own_is_used() {
        runner.withBean(LockWaitConvention.class, Named::new).run(context -> {
            context.getBean(LockClient.class).lock("a").acquire().close();
            assertThat(context.getBean(Recorder.class).ended)
                    .containsExactly("shop.wait memory default a", "lockkeeper.lock.hold memory default a");
        });
    }

    @Test
    void without_the_library_or_a_registry_there_are_none() {
        runner.withClassLoader(new FilteredClassLoader(LockObservations.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ClientObservations.class));
        runner.withClassLoader(new FilteredClassLoader(ObservationRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ClientObservations.class));
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:unobserved", "lockkeeper.observations.enabled=true")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(ClientObservations.class));
    }

    private static List<String> meters(MeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(Meter.Id::getName)
                .toList();
    }

    static class Named extends DefaultLockWaitConvention {
        @Override
        public String getName() {
            return "shop.wait";
        }
    }

    static class Shop {
        @Locked("shop")
        public void sell() {}
    }

    /** Records what has ended, with its store and its lock. */
    static class Recorder implements ObservationHandler<Observation.Context> {
        final List<String> ended = new CopyOnWriteArrayList<>();

        @Override
        public void onStop(Observation.Context context) {
            ended.add(context.getName() + " " + low(context, "store") + " " + low(context, "name") + " "
                    + Objects.requireNonNull(context.getHighCardinalityKeyValue("lock"))
                            .getValue());
        }

        private static String low(Observation.Context context, String key) {
            return Objects.requireNonNull(context.getLowCardinalityKeyValue(key))
                    .getValue();
        }

        @Override
        public boolean supportsContext(Observation.Context context) {
            return context instanceof LockWaitContext || context instanceof LockHoldContext;
        }
    }
}
