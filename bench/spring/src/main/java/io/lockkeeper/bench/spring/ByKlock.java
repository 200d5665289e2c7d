package io.lockkeeper.bench.spring;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.boot.autoconfigure.klock.annotation.Klock;
import org.springframework.boot.autoconfigure.klock.config.KlockConfig;
import org.springframework.boot.autoconfigure.klock.core.BusinessKeyProvider;
import org.springframework.boot.autoconfigure.klock.core.KlockAspectHandler;
import org.springframework.boot.autoconfigure.klock.core.LockInfoProvider;
import org.springframework.boot.autoconfigure.klock.lock.Lock;
import org.springframework.boot.autoconfigure.klock.lock.LockFactory;
import org.springframework.boot.autoconfigure.klock.model.LockInfo;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.EnableAspectJAutoProxy;
import org.springframework.context.annotation.Import;

/** klock's aspect, all defaults, over the same store as the others. */
@State(Scope.Benchmark)
public class ByKlock implements Calls {
    private final LockClient client = LockClient.connect(STORE);
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Orders orders;

    /** Starts the context. The factory is no bean definition: its superclass would have a Redisson client injected. */
    public ByKlock() {
        context.getBeanFactory().registerSingleton("lockFactory", new MemoryLocks(client));
        context.register(Application.class);
        context.refresh();
        orders = context.getBean(Orders.class);
    }

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
        client.close();
    }

    /** As klock configures it, but for its factory and its Redisson client. */
    @Configuration(proxyBeanMethods = false)
    @EnableAspectJAutoProxy
    @Import({KlockAspectHandler.class, LockInfoProvider.class, BusinessKeyProvider.class, KlockConfig.class})
    public static class Application {

        @Bean
        Orders orders() {
            return new Orders();
        }
    }

    /** In place of klock's factory, whose locks are Redisson's. */
    static final class MemoryLocks extends LockFactory {
        private final LockClient client;

        MemoryLocks(LockClient client) {
            this.client = client;
        }

        @Override
        public Lock getLock(LockInfo info) {
            return new MemoryLock(client, info.getName());
        }
    }

    /** A lock of one call. */
    private static final class MemoryLock implements Lock {
        private final LockClient client;
        private final String name;
        private @Nullable Lease lease;

        MemoryLock(LockClient client, String name) {
            this.client = client;
            this.name = name;
        }

        @Override
        public boolean acquire() {
            lease = client.lock(name).tryAcquire().orElse(null);
            return lease != null;
        }

        @Override
        public boolean release() {
            if (lease == null) {
                return false;
            }
            lease.close();
            return true;
        }
    }

    /** What is locked. */
    public static class Orders {

        /** Under one lock for all orders. */
        @Klock(name = "orders")
        public long ship(long order) {
            return ByHand.work(order);
        }

        /** Under the order's own lock. */
        @Klock(name = "order", keys = "#order")
        public long shipAlone(long order) {
            return ByHand.work(order);
        }
    }
}
