package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an inner lock asks for never harms the outer one. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class ReentryTest {

    private final World world = new World();
    private final Party holder = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    private DistributedLock fixed(Duration lease) {
        return holder.locks().lock("a", LockOptions.defaults().withFixedLease(lease));
    }

    @Test
    void aFixedLeaseInsideARenewedOneDoesNotCutItShort() {
        DistributedLock outer = holder.locks().lock("a");
        outer.lock();
        fixed(Duration.ofSeconds(1)).lock();
        world.pass(Duration.ofMinutes(2));
        assertThat(outer.isHeldByCurrentThread()).isTrue();
    }

    @Test
    void aLongerFixedLeaseInsideAShorterOneDoesNotProlongIt() {
        DistributedLock outer = fixed(Duration.ofSeconds(5));
        outer.lock();
        world.pass(Duration.ofSeconds(1));
        fixed(Duration.ofSeconds(60)).lock();
        fixed(Duration.ofSeconds(60)).lock();
        world.pass(Duration.ofSeconds(3));
        assertThat(outer.isHeldByCurrentThread()).isTrue();
        world.pass(Duration.ofSeconds(1));
        assertThat(outer.isHeldByCurrentThread()).isFalse();
    }

    @Test
    void aShorterFixedLeaseInsideALongerOneChangesNothing() {
        DistributedLock outer = fixed(Duration.ofSeconds(60));
        outer.lock();
        fixed(Duration.ofSeconds(5)).lock();
        world.pass(Duration.ofSeconds(58));
        assertThat(outer.isHeldByCurrentThread()).isTrue();
    }

    @Test
    void aRenewedLeaseInsideAFixedOneIsNotRenewed() {
        DistributedLock outer = fixed(Duration.ofSeconds(5));
        outer.lock();
        holder.locks().lock("a").lock();
        world.pass(Duration.ofSeconds(5));
        assertThat(outer.isHeldByCurrentThread()).isFalse();
    }

    @Test
    void reenteringAndLeavingAsksTheStoreNothingAndKeepsTheToken() {
        DistributedLock lock = holder.locks().lock("a");
        lock.lock();
        long token = lock.token();
        int sent = holder.requests().sent();
        for (int times = 0; times < 100; times++) {
            lock.lock();
            assertThat(lock.token()).isEqualTo(token);
            assertThat(lock.holdCount()).isEqualTo(2);
            lock.unlock();
        }
        assertThat(holder.requests().sent()).isEqualTo(sent);
        lock.unlock();
        assertThat(lock.isHeldByCurrentThread()).isFalse();
    }
}
