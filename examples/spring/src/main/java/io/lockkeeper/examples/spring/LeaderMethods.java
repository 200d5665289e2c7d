package io.lockkeeper.examples.spring;

import io.lockkeeper.LockClient;
import io.lockkeeper.spring.CurrentTerm;
import io.lockkeeper.spring.EnableLocked;
import io.lockkeeper.spring.LeadershipGranted;
import io.lockkeeper.spring.LeadershipRevoked;
import io.lockkeeper.spring.OnlyLeader;
import java.util.concurrent.CountDownLatch;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** A method that only the leader runs: of two applications, and of the second one when the first is gone. */
public final class LeaderMethods {

    private LeaderMethods() {}

    /** The application: a client, and the switch. */
    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    public static class Application {
        /** The locks; closed with the context. */
        @Bean
        public LockClient locks() {
            return LockClient.connect("memory:invoices"); // redis://localhost:6379, for example
        }

        /** What only the leader does. */
        @Bean
        public Invoices invoices() {
            return new Invoices();
        }

        /** What is to know who leads. */
        @Bean
        public Leadership leadership() {
            return new Leadership();
        }
    }

    /** What only the leader does. */
    public static class Invoices {

        /** Called every second, say, in each process; the token lets the ledger refuse a leader that was paused and is none any more. */
        @OnlyLeader("invoices")
        public void send(String who) {
            System.out.println(who + " sends invoices; fencing token: "
                    + (CurrentTerm.get().token() > 0));
        }
    }

    /** Hears of the lead. */
    public static class Leadership {
        private final CountDownLatch granted = new CountDownLatch(1);

        /** This application leads. */
        @EventListener
        public void granted(LeadershipGranted event) {
            granted.countDown();
        }

        /** Called before another one leads, unless the lead was lost. */
        @EventListener
        public void revoked(LeadershipRevoked event) {
            System.out.println("Revoked; lost: " + event.loss().isPresent());
        }

        void awaitGrant() throws InterruptedException {
            granted.await();
        }
    }

    /**
     * Runs the example.
     *
     * @param args none
     */
    public static void main(String[] args) throws InterruptedException {
        try (var first = new AnnotationConfigApplicationContext(Application.class)) {
            first.getBean(Leadership.class).awaitGrant();
            try (var second = new AnnotationConfigApplicationContext(Application.class)) {
                first.getBean(Invoices.class).send("The first");
                second.getBean(Invoices.class).send("The second"); // Skipped: it does not lead.

                first.stop(); // Or close, or the end of the process.
                second.getBean(Leadership.class).awaitGrant();
                first.getBean(Invoices.class).send("The first"); // Skipped.
                second.getBean(Invoices.class).send("The second");
            }
        }
    }
}
