package io.lockkeeper.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Locks in memory. */
@MemoryLocks
class MemoryLocksTest extends InTests {

    @Test
    void locks_exclude_each_other() throws InterruptedException {
        try (Lease lease = client.lock("a", STRICT).acquire()) {
            assertThat(lease.token()).isPositive();
            assertThat(client.lock("a").tryAcquire()).isEmpty();
        }
    }

    @Nested
    class InANestedClass {
        @Test
        void it_applies_as_well() throws InterruptedException {
            client.lock("nested", STRICT).acquire().close();
        }
    }
}
