package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Which client keeps the lock. */
class StoreChoiceTest {

    @Test
    void aStoreIsChosenByItsQualifierOrTheNameOfTheBean() {
        try (TestApplication application = TestApplication.start(Map.of(), Two.class, Named.class)) {
            Named named = application.get(Named.class);

            assertThat(named.byBeanName()).isEqualTo("second");
            assertThat(named.byQualifier()).isEqualTo("first");
            assertThat(named.primary()).isEqualTo("first");
        }
    }

    @Test
    void severalClientsOfWhichNoneIsChosenStopTheStart() {
        assertThatThrownBy(() -> TestApplication.start(Map.of(), Several.class, Unnamed.class))
                .hasStackTraceContaining("there are several LockClient beans, [first, second]; choose one with store");
    }

    @Test
    void noClientStopsTheStart() {
        assertThatThrownBy(() -> TestApplication.start(Map.of(), None.class, Unnamed.class))
                .hasStackTraceContaining(Unnamed.class.getName() + ".work(): there is no LockClient bean");
    }

    @Test
    void anUnknownStoreStopsTheStart() {
        assertThatThrownBy(() -> TestApplication.of(Stranger.class))
                .hasStackTraceContaining("there is no LockClient bean with the qualifier or the name \"nowhere\"");
    }

    @EnableLocked
    @Configuration(proxyBeanMethods = false)
    static class None {}

    @EnableLocked
    @Configuration(proxyBeanMethods = false)
    static class Two {
        @Bean
        @Primary
        @Qualifier("fast")
        LockClient first() {
            return LockClient.connect("memory:" + UUID.randomUUID());
        }

        @Bean
        LockClient second() {
            return LockClient.connect("memory:" + UUID.randomUUID());
        }
    }

    @EnableLocked
    @Configuration(proxyBeanMethods = false)
    static class Several {
        @Bean
        LockClient first() {
            return LockClient.connect("memory:" + UUID.randomUUID());
        }

        @Bean
        LockClient second() {
            return LockClient.connect("memory:" + UUID.randomUUID());
        }
    }

    static class Named {
        private final Map<String, LockClient> clients;

        Named(Map<String, LockClient> clients) {
            this.clients = clients;
        }

        @Locked(name = "work", store = "second")
        public String byBeanName() {
            return keeper();
        }

        @Locked(name = "work", store = "${store:fast}")
        public String byQualifier() {
            return keeper();
        }

        @Locked("work")
        public String primary() {
            return keeper();
        }

        private String keeper() {
            return clients.entrySet().stream()
                    .filter(client -> !client.getValue().held().isEmpty())
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("nobody");
        }
    }

    static class Unnamed {
        @Locked
        public void work() {}
    }

    static class Stranger {
        @Locked(store = "nowhere")
        public void work() {}
    }
}
