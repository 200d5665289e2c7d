package io.lockkeeper.bench.spring;

import com.baomidou.lock.annotation.Lock4j;
import com.baomidou.lock.executor.LockExecutor;
import com.baomidou.lock.spring.boot.autoconfigure.LockAutoConfiguration;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Import;

/** lock4j's interceptor and template, all defaults, over the same store as the others. */
@State(Scope.Benchmark)
public class ByLock4j implements Calls {
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

    /** As Spring Boot configures it. */
    @Configuration(proxyBeanMethods = false)
    @EnableAspectJAutoProxy
    @Import(LockAutoConfiguration.class)
    public static class Application {

        @Bean
        LockClient client() {
            return LockClient.connect(STORE);
        }

        @Bean
        MemoryLocks executor(LockClient client) {
            return new MemoryLocks(client);
        }

        @Bean
        Orders orders() {
            return new Orders();
        }
    }

    /** In place of lock4j's own executors, which need a server. */
    static final class MemoryLocks implements LockExecutor<Lease> {
        private final LockClient client;

        MemoryLocks(LockClient client) {
            this.client = client;
        }

        @Override
        public @Nullable Lease acquire(String key, String value, long expire, long acquireTimeout) {
            return client.lock(key).tryAcquire().orElse(null);
        }

        @Override
        public boolean releaseLock(String key, String value, Lease lease) {
            lease.close();
            return true;
        }
    }

    /** What is locked. */
    public static class Orders {

        /** Under one lock for all orders. */
        @Lock4j(name = "orders")
        public long ship(long order) {
            return ByHand.work(order);
        }

        /** Under the order's own lock. */
        @Lock4j(name = "order", keys = "#order")
        public long shipAlone(long order) {
            return ByHand.work(order);
        }
    }
}
