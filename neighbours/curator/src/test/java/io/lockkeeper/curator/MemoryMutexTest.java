package io.lockkeeper.curator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.Purpose;
import io.lockkeeper.WeakGuaranteeException;
import io.lockkeeper.servers.Await;
import org.junit.jupiter.api.Test;

class MemoryMutexTest extends InterProcessLockPromises {

    @Override
    LockClient open() {
        return LockClient.connect("memory:curator");
    }

    @Test
    void aClosedClientIsAnIllegalState() throws Exception {
        LockClient closed = open();
        LockkeeperMutex mutex = new LockkeeperMutex(closed, path());
        mutex.acquire();
        closed.close();

        assertThat(mutex.isAcquiredInThisProcess()).isFalse();
        assertThatThrownBy(mutex::acquire)
                .isInstanceOf(IllegalStateException.class)
                .hasCauseInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> mutex.acquire(1, SECONDS)).isInstanceOf(IllegalStateException.class);
        assertThatCode(mutex::release).doesNotThrowAnyException();
    }

    @Test
    void aForcedReleaseIsALoss() throws Exception {
        String path = path();
        LockkeeperMutex mutex = new LockkeeperMutex(client, path);
        mutex.acquire();
        long token = mutex.currentLease().orElseThrow().token();
        elsewhere.forceRelease().orElseThrow().forceRelease(path);
        mutex.currentLease().orElseThrow().verify();
        Await.until("the loss is known", PATIENCE, () -> !mutex.isAcquiredInThisProcess());

        mutex.acquire();

        assertThat(mutex.currentLease().orElseThrow().token()).isGreaterThan(token);
        mutex.release();
        mutex.release();
    }

    @Test
    void aPurposeThatTheStoreCannotServeIsRefusedAtOnce() {
        LockOptions strict = LockOptions.defaults().withPurpose(Purpose.CORRECTNESS);

        assertThatThrownBy(() -> new LockkeeperMutex(client, path(), strict))
                .isInstanceOf(WeakGuaranteeException.class);
    }
}
