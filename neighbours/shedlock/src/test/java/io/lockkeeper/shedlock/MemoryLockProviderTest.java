package io.lockkeeper.shedlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.core.LockExtender;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.Test;

class MemoryLockProviderTest extends LockProviderPromises {

    private static final int THREADS = 8;
    private static final int EACH = 50;
    private int counter;

    @Override
    String url() {
        return "memory:shedlock";
    }

    @Test
    void tasksOfManyThreadsAndTwoProvidersRunOneAtATime() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        List<Future<?>> ends = new ArrayList<>();
        for (int number = 0; number < THREADS; number++) {
            LockingTaskExecutor executor = new DefaultLockingTaskExecutor(number % 2 == 0 ? provider : other);
            ends.add(threads.submit(() -> countWith(executor)));
        }
        for (Future<?> end : ends) {
            end.get(60, TimeUnit.SECONDS);
        }
        threads.shutdown();

        assertThat(counter).isEqualTo(THREADS * EACH);
    }

    private void countWith(LockingTaskExecutor executor) {
        int[] done = new int[1];
        while (done[0] < EACH) {
            executor.executeWithLock(
                    (Runnable) () -> {
                        int read = counter;
                        Thread.onSpinWait();
                        counter = read + 1;
                        done[0]++;
                    },
                    configuration("counter", ofMinutes(5), ZERO));
        }
    }

    @Test
    void aTaskExtendsItsOwnLock() {
        boolean[] ran = new boolean[1];
        new DefaultLockingTaskExecutor(provider)
                .executeWithLock(
                        (Runnable) () -> {
                            LockAssert.assertLocked();
                            LockExtender.extendActiveLock(ofMinutes(10), ZERO);
                            ran[0] = true;
                        },
                        configuration("extended", ofMinutes(5), ZERO));

        assertThat(ran[0]).isTrue();
        locked("extended", ofMinutes(5), ZERO).unlock();
    }

    @Test
    void failuresOfTheStoreAreShedLocksExceptions() {
        LockClient closed = LockClient.connect(url());
        closed.close();

        assertThatThrownBy(() -> new LockkeeperLockProvider(closed).lock(configuration("closed", ofMinutes(5), ZERO)))
                .isInstanceOf(LockException.class)
                .hasCauseInstanceOf(ClientClosedException.class);
    }

    @Test
    void aPurposeThatALeaseCannotServeIsRefused() {
        LockOptions strict = LockOptions.defaults().withPurpose(Purpose.CORRECTNESS);

        assertThatThrownBy(() ->
                        new LockkeeperLockProvider(client, strict).lock(configuration("strict", ofMinutes(5), ZERO)))
                .isInstanceOf(LockException.class)
                .hasCauseInstanceOf(WeakGuaranteeException.class);
    }
}
