package io.lockkeeper.spring.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.HeldLock;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.servers.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;

@SuppressWarnings("LockNotBeforeTry") // A lock that a failed test leaves held ends with its client.
class MemoryLockRegistryTest extends LockRegistryPromises {

    private static final int THREADS = 8;
    private static final int EACH = 200;
    private int counter;

    @Override
    String url() {
        return "memory:integration";
    }

    @Test
    void threadsOfTwoRegistriesCountOneAtATime() throws Exception {
        String key = key();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> ends = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            LockkeeperLockRegistry own = number % 2 == 0 ? registry : other;
            ends.add(threads.submit(() -> {
                for (int done = 0; done < EACH; done++) {
                    own.executeLocked(key, () -> {
                        int read = counter;
                        Thread.onSpinWait();
                        counter = read + 1;
                    });
                }
                return null;
            }));
        }
        for (Future<?> end : ends) {
            end.get(60, SECONDS);
        }
        threads.shutdown();

        assertThat(counter).isEqualTo(THREADS * EACH);
    }

    @Test
    void aForeignThreadCannotUnlock() {
        Lock lock = registry.obtain(key());
        lock.lock();

        CompletableFuture<Void> foreign = CompletableFuture.runAsync(lock::unlock);

        assertThatThrownBy(() -> foreign.get(30, SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
        lock.unlock();
    }

    @Test
    void aForcedReleaseIsReportedToItsHolder() {
        String key = key();
        Lock lock = registry.obtain(key);
        lock.lock();
        elsewhere.forceRelease().orElseThrow().forceRelease(key);

        assertThatIllegalStateException().isThrownBy(() -> registry.renewLock(key));
        assertThatThrownBy(lock::unlock)
                .isInstanceOf(ConcurrentModificationException.class)
                .hasCauseInstanceOf(LeaseLostException.class);
    }

    @Test
    void aSchedulerForRenewalsHasLeasesRenewed() {
        LockkeeperLockRegistry renewing = new LockkeeperLockRegistry(client, Duration.ofSeconds(12));
        renewing.setRenewalTaskScheduler(new SimpleAsyncTaskScheduler());
        String key = key();
        renewing.obtain(key).lock();
        Duration first = remaining(key);
        assertThat(first).isLessThanOrEqualTo(Duration.ofSeconds(12));

        Await.until("the lease becomes shorter", PATIENCE, () -> remaining(key).compareTo(first.minusSeconds(2)) < 0);
        Await.until("the lease is renewed", PATIENCE, () -> remaining(key).compareTo(first.minusSeconds(1)) > 0);

        renewing.obtain(key).unlock();
    }

    private Duration remaining(String key) {
        return client.held().stream()
                .filter(held -> held.name().equals(key))
                .findFirst()
                .flatMap(HeldLock::remaining)
                .orElseThrow();
    }

    @Test
    void failuresOfTheStoreAreSpringsExceptions() {
        LockClient closed = LockClient.connect(url());
        Lock lock = new LockkeeperLockRegistry(closed).obtain(key());
        closed.close();

        assertThatThrownBy(lock::lock)
                .isInstanceOf(CannotAcquireLockException.class)
                .hasCauseInstanceOf(ClientClosedException.class);
        assertThatThrownBy(lock::tryLock).isInstanceOf(CannotAcquireLockException.class);
        assertThatThrownBy(() -> lock.tryLock(1, SECONDS)).isInstanceOf(CannotAcquireLockException.class);
    }

    @Test
    void anInterruptedThreadIsToldOfAFailureAsOthersAre() {
        LockClient closed = LockClient.connect(url());
        Lock lock = new LockkeeperLockRegistry(closed).obtain(key());
        closed.close();

        Thread.currentThread().interrupt();
        assertThatThrownBy(lock::lock)
                .isInstanceOf(CannotAcquireLockException.class)
                .hasCauseInstanceOf(ClientClosedException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void thePurposeOfTheOptionsApplies() {
        LockkeeperLockRegistry strict =
                new LockkeeperLockRegistry(client, LockOptions.defaults().withPurpose(Purpose.CORRECTNESS));

        assertThatThrownBy(() -> strict.obtain(key()).lock())
                .isInstanceOf(CannotAcquireLockException.class)
                .hasCauseInstanceOf(WeakGuaranteeException.class);
    }

    @Test
    void theLockOfAThreadThatHasEndedEndsWithItsTimeToLive() throws Exception {
        String key = key();
        Thread thread = new Thread(() -> registry.obtain(key).lock(BRIEF));
        thread.start();
        thread.join();

        Lock lock = registry.obtain(key);
        assertThat(lock.tryLock(30, SECONDS)).isTrue();
        lock.unlock();
        assertThat(((RegistryLock) lock).isHeldByAThread())
                .as("nothing is kept of it")
                .isFalse();
    }

    @Test
    void aLeaderIsElectedAndReplacedWhenItStops() throws Exception {
        Watched first = new Watched();
        Watched second = new Watched();
        LockRegistryLeaderInitiator one = new LockRegistryLeaderInitiator(registry, first);
        LockRegistryLeaderInitiator two = new LockRegistryLeaderInitiator(other, second);
        one.start();
        try {
            first.granted.get(30, SECONDS);
            two.start();
            assertThat(isHeldElsewhere(first.getRole())).isTrue();
            one.stop();
            second.granted.get(30, SECONDS);
            first.revoked.get(30, SECONDS);
        } finally {
            one.destroy();
            two.destroy();
        }
        Await.until("the last leader has resigned", PATIENCE, () -> !isHeldElsewhere(first.getRole()));
    }

    private static final class Watched extends DefaultCandidate {
        final CompletableFuture<Context> granted = new CompletableFuture<>();
        final CompletableFuture<Context> revoked = new CompletableFuture<>();

        Watched() {
            super("a candidate", "a role");
        }

        @Override
        public void onGranted(Context context) {
            granted.complete(context);
        }

        @Override
        public void onRevoked(Context context) {
            revoked.complete(context);
        }
    }

    @Test
    void aLostLeadIsRevoked() throws Exception {
        LockkeeperLockRegistry brief = new LockkeeperLockRegistry(client, Duration.ofMillis(400));
        Watched candidate = new Watched();
        LockRegistryLeaderInitiator initiator = new LockRegistryLeaderInitiator(brief, candidate);
        initiator.setHeartBeatMillis(3_000);
        initiator.start();
        try {
            candidate.granted.get(30, SECONDS);
            assertThat(other.obtain("a role").tryLock(60, SECONDS)).isTrue();
            candidate.revoked.get(60, SECONDS);
        } finally {
            initiator.destroy();
            other.obtain("a role").unlock();
        }
    }
}
