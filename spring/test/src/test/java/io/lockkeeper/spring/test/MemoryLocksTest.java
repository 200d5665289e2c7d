package io.lockkeeper.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.MultiLease;
import io.lockkeeper.Purpose;
import io.lockkeeper.spring.boot.LockkeeperAutoConfiguration;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;

/** Tests of an application whose store is not there. */
@MemoryLocks
@SpringBootTest(
        classes = MemoryLocksTest.App.class,
        properties = "lockkeeper.store=redis://127.0.0.1:1",
        webEnvironment = SpringBootTest.WebEnvironment.NONE)
class MemoryLocksTest {

    private static final LockOptions STRICT = LockOptions.defaults()
            .withPurpose(Purpose.CORRECTNESS)
            .withAtLeast(Duration.ofHours(1))
            .withMaxWait(Duration.ZERO);

    private final LockClient client;

    MemoryLocksTest(@Autowired LockClient client) {
        this.client = client;
    }

    @Test
    void locks_exclude_each_other() throws InterruptedException {
        try (Lease lease = client.lock("a", STRICT).acquire()) {
            assertThat(lease.token()).isPositive();
            assertThat(client.lock("a").tryAcquire()).isEmpty();
        }
    }

    @Test
    void a_lock_is_free_after_its_release() throws InterruptedException {
        DistributedLock lock = client.lock("job", STRICT);
        lock.acquire().close();
        lock.acquire().close();
        client.lock("job").acquire(STRICT).close();
        client.lock("job").acquire(STRICT).close();
        try (MultiLease both =
                client.all(List.of("a", "b"), STRICT.withAtLeast(Duration.ZERO)).acquire()) {
            assertThat(both.isHeld()).isTrue();
        }
    }

    @Test
    void a_thread_enters_its_lock_again() {
        DistributedLock lock = client.lock("reentrant", STRICT);
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.holdCount()).isEqualTo(2);
        lock.unlock();
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }

    @Nested
    class InANestedClass {
        @Test
        void it_applies_as_well() throws InterruptedException {
            client.lock("nested", STRICT).acquire().close();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(LockkeeperAutoConfiguration.class)
    static class App {}
}
