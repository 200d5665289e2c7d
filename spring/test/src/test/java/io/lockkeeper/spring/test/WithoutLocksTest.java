package io.lockkeeper.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Locks that are free for everybody. */
@WithoutLocks
class WithoutLocksTest extends InTests {

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

    @Nested
    class InANestedClass {
        @Test
        void it_applies_as_well() throws InterruptedException {
            client.lock("nested", STRICT).acquire().close();
        }
    }
}
