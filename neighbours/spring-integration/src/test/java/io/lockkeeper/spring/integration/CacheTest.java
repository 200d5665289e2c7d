package io.lockkeeper.spring.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.support.locks.DistributedLock;

/** Lock objects are kept for as long as they are used, and work for longer. */
@SuppressWarnings("LockNotBeforeTry") // A lock that a failed test leaves held ends with its client.
class CacheTest {

    private final LockClient client = LockClient.connect("memory:cache");
    private final LockkeeperLockRegistry registry = new LockkeeperLockRegistry(client);

    @AfterEach
    void close() {
        client.close();
    }

    private static boolean onAnotherThread(Lock lock) {
        return CompletableFuture.supplyAsync(() -> {
                    boolean acquired = lock.tryLock();
                    if (acquired) {
                        lock.unlock();
                    }
                    return acquired;
                })
                .orTimeout(30, SECONDS)
                .join();
    }

    @Test
    void aLockObjectWorksAfterItWasRemovedAndExcludesItsSuccessor() {
        DistributedLock kept = registry.obtain("kept");
        registry.expireUnusedOlderThan(0);
        DistributedLock successor = registry.obtain("kept");

        assertThat(successor).isNotSameAs(kept).isEqualTo(kept).hasSameHashCodeAs(kept);
        kept.lock();
        assertThat(onAnotherThread(successor)).isFalse();
        successor.lock();
        kept.unlock();
        assertThat(onAnotherThread(kept)).isFalse();
        successor.unlock();
        assertThat(onAnotherThread(successor)).isTrue();
    }

    @Test
    void onlyLocksThatWereUnusedForTheTimeAndAreNotHeldAreRemoved() {
        DistributedLock held = registry.obtain("held");
        held.lock();
        DistributedLock unused = registry.obtain("unused");

        registry.expireUnusedOlderThan(600_000);
        assertThat(registry.obtain("unused")).isSameAs(unused);
        registry.expireUnusedOlderThan(-1_000);
        assertThat(registry.obtain("held")).isSameAs(held);
        assertThat(registry.obtain("unused")).isNotSameAs(unused);
        held.unlock();
    }

    @Test
    void theLockThatWasUsedTheLongestAgoMakesRoom() {
        registry.setCacheCapacity(2);
        DistributedLock first = registry.obtain("1");
        DistributedLock second = registry.obtain("2");
        assertThat(registry.obtain("1")).isSameAs(first);

        registry.obtain("3");

        assertThat(registry.obtain("1")).isSameAs(first);
        assertThat(registry.obtain("2")).isNotSameAs(second);
    }

    @Test
    void aLockThatIsHeldStays() {
        registry.setCacheCapacity(2);
        DistributedLock first = registry.obtain("1");
        first.lock();

        registry.obtain("2");
        registry.obtain("3");

        assertThat(registry.obtain("1")).isSameAs(first);
        first.unlock();
    }

    @Test
    void ifAllLocksOfTheCacheAreHeldTheNextIsRefused() {
        registry.setCacheCapacity(1);
        DistributedLock held = registry.obtain("held");
        held.lock();

        assertThatThrownBy(() -> registry.obtain("next"))
                .isInstanceOf(CannotAcquireLockException.class)
                .hasMessageStartingWith("There are already 1 unique Lockkeeper locks acquired in the application")
                .hasMessageEndingWith("Cannot obtain more at the moment.");
        assertThat(registry.obtain("held")).isSameAs(held);

        held.unlock();
        registry.obtain("next").lock();
    }

    @Test
    void theLockThatAnEndedThreadHasLostMakesRoom() throws Exception {
        registry.setCacheCapacity(1);
        DistributedLock left = registry.obtain("left");
        Thread thread = new Thread(() -> left.lock(Duration.ofMillis(50)));
        thread.start();
        thread.join();
        Await.until(
                "its lease is over", Duration.ofSeconds(30), () -> client.held().isEmpty());

        registry.obtain("next");
        assertThat(registry.obtain("left")).isNotSameAs(left);
    }

    @Test
    void aSmallerCapacityRemovesWhatIsNotHeld() {
        DistributedLock held = registry.obtain("held");
        held.lock();
        DistributedLock unused = registry.obtain("unused");

        registry.setCacheCapacity(1);

        assertThat(registry.obtain("held")).isSameAs(held);
        unused.lock();
        unused.unlock();
        assertThatIllegalArgumentException().isThrownBy(() -> registry.setCacheCapacity(0));
    }
}
