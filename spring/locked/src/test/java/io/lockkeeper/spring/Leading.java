package io.lockkeeper.spring;

import io.lockkeeper.ClientOptions;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockStatus;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who leads in tests. */
final class Leading {

    private Leading() {}

    /** An application with elections in memory, which hears of losses within some seconds. */
    static TestApplication application(Class<?>... beans) {
        return TestApplication.start(
                Map.of(),
                Stream.concat(Stream.of(Locks.class), Stream.of(beans)).toArray(Class<?>[]::new));
    }

    /** Waits until an application leads. */
    static void await(TestApplication application, String name) {
        Until.isTrue(() -> application.get(LeaderElections.class).isLeader(name));
    }

    /** Takes the lock from an application that leads, as a store that loses a lease would. */
    static Lease overthrow(TestApplication application, String name) {
        LockClient others = application.others();
        CompletableFuture<Lease> next = others.lock(name).acquireAsync();
        Until.isTrue(() -> {
            others.inspection()
                    .orElseThrow()
                    .inspect(name)
                    .filter(status -> !status.waiters().isEmpty()) // So the holder is not the one who waits.
                    .flatMap(LockStatus::holding)
                    .ifPresent(holding -> others.forceRelease().orElseThrow().forceRelease(name, holding));
            return next.isDone();
        });
        return next.join();
    }

    /** As {@link MemoryLocks}, but for the lease. */
    @Configuration(proxyBeanMethods = false)
    @EnableLocked
    static class Locks {
        private final String address = "memory:" + UUID.randomUUID();

        @Bean
        LockClient locks() {
            return LockClient.connect(address, ClientOptions.defaults().withLease(Duration.ofSeconds(10)));
        }

        @Bean
        MemoryLocks.Others others() {
            return new MemoryLocks.Others(LockClient.connect(address));
        }
    }
}
