package io.lockkeeper.spring;

import io.lockkeeper.LockClient;
import java.util.UUID;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Locks in memory, and a second client beside the application's, as another process would have it. */
@Configuration(proxyBeanMethods = false)
@EnableLocked
class MemoryLocks {

    private final String address = "memory:" + UUID.randomUUID();

    @Bean
    LockClient locks() {
        return LockClient.connect(address);
    }

    @Bean
    Others others() {
        return new Others(LockClient.connect(address));
    }

    /** Another process. */
    record Others(LockClient client) implements AutoCloseable {
        @Override
        public void close() {
            client.close();
        }
    }
}
