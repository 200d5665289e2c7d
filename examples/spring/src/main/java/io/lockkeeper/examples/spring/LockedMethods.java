package io.lockkeeper.examples.spring;

import io.lockkeeper.LockClient;
import io.lockkeeper.spring.CurrentLease;
import io.lockkeeper.spring.EnableLocked;
import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.WhenBusy;
import java.util.List;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Methods of beans that run under a lock. */
public final class LockedMethods {

    private LockedMethods() {}

    /** The application: a client, and the switch. */
    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    public static class Application {
        /** The locks; closed with the context. */
        @Bean
        public LockClient locks() {
            return LockClient.connect("memory:orders"); // redis://localhost:6379, for example
        }

        /** What is locked. */
        @Bean
        public Orders orders() {
            return new Orders();
        }
    }

    /** What is locked. */
    public static class Orders {

        /** One at a time for each order. */
        @Locked(name = "order:#id", maxWait = "10s")
        public String ship(long id) {
            return "shipped under " + CurrentLease.get().name();
        }

        /** Both accounts, in an order that cannot deadlock. */
        @Locked({"account:#from", "account:#to"})
        public String transfer(String from, String to) {
            return CurrentLease.all().stream().map(lease -> lease.name()).toList() + " are held";
        }

        /** All of a list. */
        @Locked("order:#ids")
        public int shipAll(List<Long> ids) {
            return CurrentLease.all().size();
        }

        /** On one machine only, even if it takes no time. */
        @Locked(name = "nightly", atLeast = "30s", whenBusy = WhenBusy.SKIP)
        public void nightly() {
            System.out.println("nightly runs");
        }

        /** Says so if another one runs. */
        @Locked(name = "order:#id", fallback = "busy")
        public String status(long id) {
            return "order " + id + " is free";
        }

        String busy(long id) {
            return "order " + id + " is being shipped";
        }
    }

    /**
     * Runs the example.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (var context = new AnnotationConfigApplicationContext(Application.class)) {
            Orders orders = context.getBean(Orders.class);
            System.out.println(orders.ship(42));
            System.out.println(orders.transfer("bob", "ann"));
            System.out.println(orders.shipAll(List.of(1L, 2L, 3L)) + " locks");
            orders.nightly();
            orders.nightly(); // Skipped: the lock is kept for 30 s.
            System.out.println(orders.status(42));
        }
    }
}
