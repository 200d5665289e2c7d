package io.lockkeeper.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.spring.boot.LockClientFactory;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests of an application that opens its clients itself. */
@MemoryLocks
@SpringBootTest(classes = OwnFactoryTest.App.class, webEnvironment = SpringBootTest.WebEnvironment.NONE)
class OwnFactoryTest {

    private final LockClient client;

    OwnFactoryTest(@Autowired LockClient client) {
        this.client = client;
    }

    @Test
    void its_stores_are_replaced() throws InterruptedException {
        try (Lease lease = client.lock("a").acquire()) {
            assertThat(lease.isHeld()).isTrue();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LockkeeperAutoConfiguration.class)
    static class App {
        @Bean
        LockClientFactory factory() {
            return (store, url, options) -> {
                throw new IllegalStateException("This store is not there in tests.");
            };
        }
    }
}
