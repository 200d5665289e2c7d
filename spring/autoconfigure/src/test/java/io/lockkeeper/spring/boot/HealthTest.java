package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;

/** The health of the stores. The endpoint is called by its name: its class is in another package on each Spring Boot. */
class HealthTest {

    @Test
    void a_store_that_answers_is_up() {
        Boots.runner()
                .withConfiguration(Boots.health())
                .withPropertyValues("lockkeeper.store=memory:up")
                .run(context -> assertThat(status(context, "locks")).isEqualTo("UP"));
    }

    @Test
    void a_store_that_does_not_answer_is_down_and_the_others_are_up() {
        try (RedisServer redis = RedisServer.start();
                TcpProxy proxy = redis.proxy()) {
            Boots.runner()
                    .withConfiguration(Boots.health())
                    .withPropertyValues(
                            "lockkeeper.store=memory:beside", "lockkeeper.stores.far.url=" + redis.url(proxy))
                    .run(context -> {
                        assertThat(status(context, "locks", "far")).isEqualTo("UP");
                        proxy.cut();
                        assertThat(status(context, "locks", "far")).isEqualTo("DOWN");
                        assertThat(status(context, "locks", "default")).isEqualTo("UP");
                        assertThat(status(context, "locks")).isEqualTo("DOWN");
                        proxy.heal();
                    });
        }
    }

    @Test
    void it_is_not_a_part_of_the_liveness_group() {
        Boots.runner()
                .withConfiguration(Boots.health())
                .withPropertyValues("lockkeeper.store=memory:live", "management.endpoint.health.probes.enabled=true")
                .run(context -> {
                    Object liveness = ReflectionTestUtils.invokeMethod(
                            context.getBean("healthEndpointGroups"), "get", "liveness");
                    assertThat(isMember(liveness, "livenessState")).isTrue();
                    assertThat(isMember(liveness, "locks")).isFalse();
                });
    }

    @Test
    void it_can_be_switched_off() {
        Boots.runner()
                .withConfiguration(Boots.health())
                .withPropertyValues("lockkeeper.store=memory:off", "management.health.locks.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("locksHealthContributor"));
    }

    private static boolean isMember(@Nullable Object group, String name) {
        Boolean member = ReflectionTestUtils.invokeMethod(Objects.requireNonNull(group), "isMember", name);
        return Boolean.TRUE.equals(member);
    }

    private static String status(AssertableApplicationContext context, String... path) {
        Object health = Objects.requireNonNull(
                ReflectionTestUtils.invokeMethod(context.getBean("healthEndpoint"), "healthForPath", (Object) path));
        Object status = ReflectionTestUtils.invokeMethod(health, "getStatus");
        return String.valueOf(status);
    }
}
