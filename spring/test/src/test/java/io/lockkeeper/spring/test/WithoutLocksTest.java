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
@WithoutLocks
@SpringBootTest(
        classes = WithoutLocksTest.App.class,
        properties = "lockkeeper.store=redis://127.0.0.1:1",
        webEnvironment = SpringBootTest.WebEnvironment.NONE)
class WithoutLocksTest {

    private static final LockOptions STRICT = LockOptions.defaults()
            .withPurpose(Purpose.CORRECTNESS)
            .withAtLeast(Duration.ofHours(1))
            .withMaxWait(Duration.ZERO);

    private final LockClient client;

    WithoutLocksTest(@Autowired LockClient client) {
        this.client = client;
    }

    @Test
    void locks_exclude_nobody() throws InterruptedException {
        DistributedLock lock = client.lock("a", STRICT);
        try (Lease one = lock.acquire();
                Lease two = lock.acquire();
                Lease three = client.lock("a").acquire()) {
            assertThat(one.isHeld() && two.isHeld() && three.isHeld()).isTrue();
            assertThat(lock.name()).isEqualTo("a");
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
