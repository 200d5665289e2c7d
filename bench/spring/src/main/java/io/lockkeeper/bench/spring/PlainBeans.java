package io.lockkeeper.bench.spring;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that knows no locks. Its class is enhanced by Spring, as one with {@code @SpringBootApplication} is. */
@Configuration
@EnableAutoConfiguration
public class PlainBeans {

    @Bean
    Orders orders() {
        return new Orders();
    }

    @Bean
    Accounts accounts() {
        return new Accounts();
    }

    @Bean
    Reports reports() {
        return new Reports();
    }

    /** As {@link LockedBeans.Orders}. */
    public static class Orders {

        /** Does next to nothing. */
        public long ship(long order) {
            return order;
        }
    }

    /** As {@link LockedBeans.Accounts}. */
    public static class Accounts {

        /** Does next to nothing. */
        public String transfer(String from, String to) {
            return from + to;
        }
    }

    /** As {@link LockedBeans.Reports}. */
    public static class Reports {

        /** Does nothing. */
        public void write() {}
    }
}
