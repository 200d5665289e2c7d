package io.lockkeeper.bench.spring;

import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.WhenBusy;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The same application as {@link PlainBeans}, with locks. */
@Configuration
@EnableAutoConfiguration
public class LockedBeans {

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

    /** A lock for each argument. */
    public static class Orders {

        /** Does next to nothing. */
        @Locked(name = "order:#order", maxWait = "10s")
        public long ship(long order) {
            return order;
        }
    }

    /** Two locks. */
    public static class Accounts {

        /** Does next to nothing. */
        @Locked({"account:#from", "account:#to"})
        public String transfer(String from, String to) {
            return from + to;
        }
    }

    /** One lock, not waited for. */
    public static class Reports {

        /** Does nothing. */
        @Locked(name = "report", whenBusy = WhenBusy.SKIP)
        public void write() {}
    }
}
