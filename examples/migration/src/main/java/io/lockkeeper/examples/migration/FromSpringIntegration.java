package io.lockkeeper.examples.migration;

import io.lockkeeper.LockClient;
import io.lockkeeper.spring.integration.LockkeeperLockRegistry;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.support.locks.LockRegistry;

/** From Spring Integration's registries to Lockkeeper's. */
final class FromSpringIntegration {

    private FromSpringIntegration() {}

    @Configuration
    static class Before {

        @Bean(destroyMethod = "destroy")
        RedisLockRegistry lockRegistry(RedisConnectionFactory connections) {
            return new RedisLockRegistry(connections, "orders", Duration.ofSeconds(60));
        }
    }

    @Configuration
    static class After {

        @Bean(destroyMethod = "close")
        LockClient locks() {
            return LockClient.connect("redis://localhost:6379");
        }

        @Bean
        LockkeeperLockRegistry lockRegistry(LockClient locks) {
            return new LockkeeperLockRegistry(locks); // renewed while held
        }
    }

    @Configuration
    static class AsBefore {

        @Bean
        LockkeeperLockRegistry lockRegistry(LockClient locks) {
            return new LockkeeperLockRegistry(
                    locks, Duration.ofSeconds(60)); // ends after a minute, like RedisLockRegistry's
        }
    }

    static class Orders {

        private final LockRegistry<?> registry;

        Orders(LockRegistry<?> registry) {
            this.registry = registry;
        }

        void ship(Order order) throws InterruptedException {
            registry.executeLocked("order:" + order.id(), () -> pack(order));
        }

        void pack(Order order) {
            // packs it
        }
    }
}
