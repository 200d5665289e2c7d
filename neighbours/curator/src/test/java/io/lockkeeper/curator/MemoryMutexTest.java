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
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
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
    void aLoggerThatThrowsLeavesNothingHeld() throws Exception {
        String path = path();
        LockkeeperMutex mutex = new LockkeeperMutex(client, path);
        mutex.acquire();
        elsewhere.forceRelease().orElseThrow().forceRelease(path);
        mutex.currentLease().orElseThrow().verify();
        Await.until("the loss is known", PATIENCE, () -> !mutex.isAcquiredInThisProcess());

        PrintStream before = System.err;
        System.setErr(new Faulty());
        try {
            assertThatThrownBy(mutex::acquire).hasMessage("The log is full.");
        } finally {
            System.setErr(before);
        }

        assertThat(isFree(path)).isTrue();
        mutex.release();
    }

    /** Where nothing can be logged. */
    private static final class Faulty extends PrintStream {
        Faulty() {
            super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        }

        @Override
        public void println(@Nullable String line) {
            throw new IllegalStateException("The log is full.");
        }
    }

    @Test
    void nothingIsKeptOfAThreadThatHasEndedAndLostTheLock() throws Exception {
        LockkeeperMutex mutex = briefly(path());
        Thread thread = new Thread(() -> assertThatCode(mutex::acquire).doesNotThrowAnyException());
        thread.start();
        thread.join();

        mutex.acquire();

        assertThat(mutex.threads()).containsExactly(Thread.currentThread());
        mutex.release();
        assertThat(mutex.threads()).isEmpty();
    }

    @Test
    void theLockOfAThreadThatHasEndedStaysHeldAndIsLogged() throws Exception {
        LockkeeperMutex mutex = new LockkeeperMutex(client, path());
        Thread thread = new Thread(() -> assertThatCode(mutex::acquire).doesNotThrowAnyException(), "forgetful");
        thread.start();
        thread.join();

        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            assertThat(mutex.acquire(0, SECONDS)).isFalse();
            assertThat(mutex.acquire(0, SECONDS)).isFalse();
        } finally {
            System.setErr(before);
        }

        assertThat(mutex.isAcquiredInThisProcess()).isTrue();
        assertThat(log.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("The thread 'forgetful' has ended and not released");
    }

    @Test
    void aPurposeThatTheStoreCannotServeIsRefusedAtOnce() {
        LockOptions strict = LockOptions.defaults().withPurpose(Purpose.CORRECTNESS);

        assertThatThrownBy(() -> new LockkeeperMutex(client, path(), strict))
                .isInstanceOf(WeakGuaranteeException.class);
    }
}
