package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockEvent;
import io.lockkeeper.LockListener;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** The client of the default store. */
class DefaultStoreTest {

    @Test
    void an_address_gives_a_client() {
        Boots.runner().withPropertyValues("lockkeeper.store=memory:address").run(context -> {
            try (Lease lease = context.getBean(LockClient.class).lock("a").acquire()) {
                assertThat(lease.isHeld()).isTrue();
            }
        });
    }

    @Test
    void without_a_store_the_application_does_not_start() {
        Boots.runner()
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(LockStoreException.class)
                        .hasMessageContaining("There is no store for locks: lockkeeper.store is not set"));
    }

    @Test
    void no_client_is_created_if_it_is_switched_off() {
        Boots.runner()
                .withPropertyValues("lockkeeper.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LockClient.class));
    }

    @Test
    void an_applications_own_client_takes_the_place_of_the_default_store() {
        Boots.runner()
                .withUserConfiguration(OwnClient.class)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(LockClient.class));
    }

    @Test
    void holders_are_described_by_the_applications_name() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:described", "spring.application.name=shop")
                .run(context -> {
                    LockClient client = context.getBean(LockClient.class);
                    try (Lease held = client.lock("a").acquire()) {
                        assertThat(held.isHeld()).isTrue();
                        assertThat(client.held())
                                .first()
                                .satisfies(one ->
                                        assertThat(one.holder().description()).isEqualTo("shop"));
                    }
                });
    }

    @Test
    void listeners_of_the_application_hear_of_its_locks() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:heard")
                .withUserConfiguration(OwnListener.class)
                .run(context -> {
                    context.getBean(LockClient.class).lock("a").acquire().close();
                    List<LockEvent> heard = context.getBean(OwnListener.class).heard;
                    Await.until("an event", Duration.ofSeconds(20), () -> !heard.isEmpty());
                });
    }

    @Test
    void a_listener_may_use_a_client_that_it_has_injected_lazily() {
        Boots.runner()
                .withPropertyValues("lockkeeper.store=memory:lazily")
                .withBean(Curious.class)
                .run(context -> {
                    context.getBean(LockClient.class).lock("a").acquire().close();
                    AtomicInteger held = context.getBean(Curious.class).held;
                    Await.until("an event", Duration.ofSeconds(20), () -> held.get() >= 0);
                });
    }

    @Test
    void settings_do_not_show_passwords() {
        LockkeeperProperties properties = new LockkeeperProperties(
                true,
                "redis://ann:secret@host",
                Map.of("a", new LockkeeperProperties.NamedStore("redis://ann:secret@host", null)),
                Duration.ofSeconds(30),
                null,
                Duration.ofSeconds(20),
                new LockkeeperProperties.Metrics(true),
                new LockkeeperProperties.Observations(false));
        assertThat(properties.toString()).doesNotContain("secret", "ann").contains("host");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {
        @Bean
        LockClient own() {
            return LockClient.connect("memory:own");
        }
    }

    static class Curious implements LockListener {
        final AtomicInteger held = new AtomicInteger(-1);
        private final LockClient client;

        Curious(@Lazy LockClient client) {
            this.client = client;
        }

        @Override
        public void onEvent(LockEvent event) {
            held.set(client.held().size());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnListener {
        final List<LockEvent> heard = new CopyOnWriteArrayList<>();

        @Bean
        LockListener listener() {
            return heard::add;
        }
    }
}
