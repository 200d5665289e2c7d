package io.lockkeeper.spring.integration;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.integration.support.locks.DistributedLock;

/** What Spring Integration expects of every lock registry, on one store. */
@SuppressWarnings("LockNotBeforeTry") // A lock that a failed test leaves held ends with its client.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LockRegistryPromises {

    static final Duration PATIENCE = ofSeconds(30);
    static final Duration LONG = ofMinutes(5);
    static final Duration BRIEF = ofMillis(100);

    LockClient client;
    LockClient elsewhere;
    LockkeeperLockRegistry registry;
    LockkeeperLockRegistry other;

    abstract String url();

    @BeforeAll
    void connect() {
        client = LockClient.connect(url());
        elsewhere = LockClient.connect(url());
        registry = new LockkeeperLockRegistry(client);
        other = new LockkeeperLockRegistry(elsewhere);
    }

    @AfterAll
    void disconnect() {
        client.close();
        elsewhere.close();
        stop();
    }

    /** Stops the server, if there is one. */
    void stop() {}

    static String key() {
        return "integration/" + UUID.randomUUID();
    }

    boolean isHeldElsewhere(String key) {
        Lock lock = other.obtain(key);
        if (lock.tryLock()) {
            lock.unlock();
            return false;
        }
        return true;
    }

    void awaitFree(String key) {
        Await.until("the lock is free", PATIENCE, () -> !isHeldElsewhere(key));
    }

    @Test
    void aLockExcludesOthersUntilItsLastUnlock() throws Exception {
        String key = key();
        Lock lock = registry.obtain(key);
        lock.lock();
        lock.lockInterruptibly();
        assertThat(lock.tryLock()).isTrue();
        assertThat(lock.tryLock(1, SECONDS)).isTrue();
        assertThat(registry.obtain(key)).isSameAs(lock);

        for (int entries = 4; entries > 0; entries--) {
            assertThat(isHeldElsewhere(key)).isTrue();
            lock.unlock();
        }
        assertThat(isHeldElsewhere(key)).isFalse();
        assertThatIllegalStateException().isThrownBy(lock::unlock).withMessageContaining("You do not own lock at");
    }

    @Test
    void aThreadDoesNotEnterByAnotherRegistryWhatItHoldsByOne() throws Exception {
        String key = key();
        LockkeeperLockRegistry second = new LockkeeperLockRegistry(client);
        registry.obtain(key).lock();

        assertThat(second.obtain(key)).isNotEqualTo(registry.obtain(key));
        assertThat(second.obtain(key).tryLock()).isFalse();
        assertThat(second.obtain(key).tryLock(50, MILLISECONDS)).isFalse();

        registry.obtain(key).unlock();
        assertThat(second.obtain(key).tryLock()).isTrue();
        second.obtain(key).unlock();
    }

    @Test
    void aTimeToLiveEndsALockThatIsNotUnlocked() {
        String key = key();
        DistributedLock lock = registry.obtain(key);
        lock.lock(BRIEF);

        awaitFree(key);
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(ConcurrentModificationException.class)
                .hasMessageContaining("Lock was released in the store due to expiration.")
                .hasCauseInstanceOf(LeaseLostException.class);
        assertThatIllegalStateException().isThrownBy(lock::unlock);
    }

    @Test
    void theRegistrysTimeToLiveAppliesUnlessTheLockHasItsOwn() throws Exception {
        LockkeeperLockRegistry brief = new LockkeeperLockRegistry(client, BRIEF);
        String key = key();
        String own = key();
        assertThat(brief.obtain(own).tryLock(ofSeconds(20), LONG)).isTrue();
        brief.obtain(key).lock();

        awaitFree(key);
        assertThat(isHeldElsewhere(own)).isTrue();
        brief.obtain(own).unlock();
        assertThatThrownBy(brief.obtain(key)::unlock).isInstanceOf(ConcurrentModificationException.class);
    }

    @Test
    void reentryProlongsAFixedLeaseAndNeverShortensIt() {
        String key = key();
        DistributedLock lock = registry.obtain(key);
        lock.lock(ofMillis(1_500));
        lock.lock(LONG);
        lock.lock(BRIEF);
        registry.obtain(key + "/as long").lock(ofMillis(1_600));

        awaitFree(key + "/as long");

        assertThat(isHeldElsewhere(key)).isTrue();
        lock.unlock();
        lock.unlock();
        lock.unlock();
        assertThat(isHeldElsewhere(key)).isFalse();
    }

    @Test
    void reentryOfALostLockAcquiresItAnew() {
        String key = key();
        DistributedLock lock = registry.obtain(key);
        lock.lock(BRIEF);
        awaitFree(key);

        assertThat(lock.tryLock()).isTrue();

        assertThat(isHeldElsewhere(key)).isTrue();
        lock.unlock();
        assertThat(isHeldElsewhere(key)).isTrue();
        assertThatCode(lock::unlock).doesNotThrowAnyException();
        assertThat(isHeldElsewhere(key)).isFalse();
    }

    @Test
    void reentryOfALockThatOthersHoldNowFailsAndTheLossIsStillReported() throws Exception {
        String key = key();
        DistributedLock lock = registry.obtain(key);
        lock.lock(BRIEF);
        Await.until("it is taken", PATIENCE, () -> other.obtain(key).tryLock());

        assertThat(lock.tryLock()).isFalse();
        assertThat(lock.tryLock(50, MILLISECONDS)).isFalse();
        assertThat(lock.tryLock(ofMillis(50), LONG)).isFalse();
        assertThatIllegalStateException().isThrownBy(() -> registry.renewLock(key));
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(ConcurrentModificationException.class)
                .hasCauseInstanceOf(LeaseLostException.class);

        assertThatCode(other.obtain(key)::unlock).doesNotThrowAnyException();
    }

    @Test
    void renewLockSetsAFixedLease() {
        String key = key();
        registry.obtain(key).lock(ofSeconds(20));
        registry.renewLock(key, BRIEF);
        awaitFree(key);
        assertThatIllegalStateException().isThrownBy(() -> registry.renewLock(key, LONG));
        assertThatThrownBy(registry.obtain(key)::unlock).isInstanceOf(ConcurrentModificationException.class);

        String renewed = renewedInTime();
        registry.obtain(renewed + "/as long").lock(ofMillis(600));
        awaitFree(renewed + "/as long");
        assertThat(isHeldElsewhere(renewed)).isTrue();
        registry.obtain(renewed).unlock();
    }

    /** Acquires a lock for half a second, and has it renewed before that is over. */
    private String renewedInTime() {
        String[] key = new String[1];
        Await.until("a lock is renewed in time", PATIENCE, () -> {
            key[0] = key();
            registry.obtain(key[0]).lock(ofMillis(500));
            try {
                registry.renewLock(key[0], LONG);
                return true;
            } catch (IllegalStateException late) {
                return false;
            }
        });
        return key[0];
    }

    @Test
    void renewLockKeepsARenewedLeaseRenewed() {
        String key = key();
        registry.obtain(key).lock();

        registry.renewLock(key);
        registry.renewLock(key, BRIEF);
        registry.obtain(key + "/as long").lock(BRIEF);
        awaitFree(key + "/as long");

        assertThat(isHeldElsewhere(key)).isTrue();
        assertThatCode(registry.obtain(key)::unlock).doesNotThrowAnyException();
    }

    @Test
    void renewLockIsForTheHoldingThread() {
        String key = key();

        assertThatIllegalStateException().isThrownBy(() -> registry.renewLock(key));
        other.obtain(key).lock();
        assertThatIllegalStateException().isThrownBy(() -> registry.renewLock(key, LONG));
        other.obtain(key).unlock();
        assertThatIllegalArgumentException().isThrownBy(() -> registry.renewLock(key, Duration.ZERO));
    }

    @Test
    void tasksRunUnderTheLock() throws Exception {
        String key = key();
        assertThat(registry.<Boolean, RuntimeException>executeLocked(key, () -> isHeldElsewhere(key)))
                .isTrue();
        assertThat(isHeldElsewhere(key)).isFalse();

        other.obtain(key).lock();
        assertThatThrownBy(() -> registry.executeLocked(key, ofMillis(50), () -> {}))
                .isInstanceOf(TimeoutException.class);
        other.obtain(key).unlock();
    }

    @Test
    void keysAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> registry.obtain(nothing()));
        assertThatIllegalArgumentException().isThrownBy(() -> registry.obtain(42));
        assertThatIllegalArgumentException().isThrownBy(() -> registry.obtain(""));
        assertThatIllegalArgumentException().isThrownBy(() -> registry.obtain("n".repeat(1_025)));
        assertThatIllegalArgumentException().isThrownBy(() -> registry.obtain("a\nb"));
        DistributedLock lock = registry.obtain(key());
        assertThatIllegalArgumentException().isThrownBy(() -> lock.lock(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> lock.tryLock(LONG, ofSeconds(-1)));
        assertThatThrownBy(lock::newCondition).isInstanceOf(UnsupportedOperationException.class);
    }

    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T nothing() {
        return null;
    }
}
