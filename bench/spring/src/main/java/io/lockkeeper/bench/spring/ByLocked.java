package io.lockkeeper.bench.spring;

import io.lockkeeper.LockClient;
import io.lockkeeper.spring.EnableLocked;
import io.lockkeeper.spring.Locked;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** {@code @Locked}, all defaults. */
@State(Scope.Benchmark)
public class ByLocked implements Calls {
    private final AnnotationConfigApplicationContext context =
            new AnnotationConfigApplicationContext(Application.class);
    private final Orders orders = context.getBean(Orders.class);

    @Override
    public long ship(long order) {
        return orders.ship(order);
    }

    @Override
    public long shipAlone(long order) {
        return orders.shipAlone(order);
    }

    @Override
    @TearDown
    public void close() {
        context.close();
    }

    /** The client is closed with the context. */
    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    public static class Application {

        @Bean
        LockClient client() {
            return LockClient.connect(STORE);
        }

        @Bean
        Orders orders() {
            return new Orders();
        }
    }

    /** What is locked. */
    public static class Orders {

        /** Under one lock for all orders. */
        @Locked("orders")
        public long ship(long order) {
            return ByHand.work(order);
        }

        /** Under the order's own lock. */
        @Locked("order:#order")
        public long shipAlone(long order) {
            return ByHand.work(order);
        }
    }
}
