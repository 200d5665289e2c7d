package io.lockkeeper.examples.spring;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.LeasedIdempotency;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.RequestRefusedException;
import io.lockkeeper.spring.idempotency.CurrentAttempt;
import io.lockkeeper.spring.idempotency.EnableIdempotent;
import io.lockkeeper.spring.idempotency.Idempotent;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Methods that run once for each key: a repeat gets the stored value, and another request with the same key is refused. */
public final class IdempotentMethods {

    private IdempotentMethods() {}

    /** The application: a store, and the switch. */
    @Configuration(proxyBeanMethods = false)
    @EnableIdempotent
    public static class Application {
        /** The records; closed with the context. */
        @Bean
        public Idempotency idempotency() {
            return LeasedIdempotency.connect("memory:payments"); // redis://localhost:6379, for example
        }

        /** What runs once. */
        @Bean
        public Payments payments() {
            return new Payments();
        }
    }

    /** An order. */
    public record Order(String id, int cents) {}

    /** A card is refused: a final answer. */
    public static class CardRefused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CardRefused(String message) {
            super(message);
        }
    }

    /** What runs once. */
    public static class Payments {

        private int charged;

        /** The key that is handed on is the same in every attempt, so that the bank can tell a repeat, too. */
        @Idempotent(key = "#order.id", retention = "7d", maxWait = "5s", storedFailures = CardRefused.class)
        public String pay(Order order) {
            if (order.cents() > 10_000) {
                throw new CardRefused("the card has a limit");
            }
            charged++;
            return "charge " + charged + ", bank's key of "
                    + CurrentAttempt.get().downstreamKey("bank").length() + " characters";
        }

        /** The caller sees how the request was answered. */
        @Idempotent(key = "#order.id", scope = "refunds")
        public Outcome<Integer> refund(Order order) {
            return new Outcome.Executed<>(order.cents());
        }
    }

    /**
     * Runs the example.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (var context = new AnnotationConfigApplicationContext(Application.class)) {
            Payments payments = context.getBean(Payments.class);
            System.out.println(payments.pay(new Order("42", 500)));
            System.out.println(payments.pay(new Order("42", 500))); // The same: it did not run.
            refused(() -> payments.pay(new Order("42", 700))); // Another amount.

            refused(() -> payments.pay(new Order("43", 20_000)));
            refused(() -> payments.pay(new Order("43", 20_000))); // The stored failure.

            System.out.println(payments.refund(new Order("42", 500)));
            System.out.println(payments.refund(new Order("42", 500)));
        }
    }

    private static void refused(Runnable request) {
        try {
            request.run();
        } catch (CardRefused first) {
            System.out.println(first.getMessage());
        } catch (RequestRefusedException repeated) {
            System.out.println(repeated.outcome());
        }
    }
}
