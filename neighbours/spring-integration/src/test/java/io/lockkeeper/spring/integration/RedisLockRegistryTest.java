package io.lockkeeper.spring.integration;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessResourceFailureException;

@SuppressWarnings("LockNotBeforeTry") // A lock that a failed test leaves held ends with its client.
class RedisLockRegistryTest extends LockRegistryPromises {

    private final RedisServer server = RedisServer.start();

    @Override
    String url() {
        return server.url();
    }

    @Override
    void stop() {
        server.close();
    }

    @Test
    void anOutageIsSpringsExceptionButLockWaitsForItsEnd() throws Exception {
        try (TcpProxy network = server.proxy();
                LockClient distant = LockClient.connect(server.url(network) + "?timeout=5s")) {
            LockkeeperLockRegistry cut = new LockkeeperLockRegistry(distant);
            String key = key();
            cut.obtain(key).lock(LONG);
            network.cut();

            assertThatThrownBy(cut.obtain(key())::tryLock)
                    .isInstanceOf(CannotAcquireLockException.class)
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> cut.renewLock(key, LONG))
                    .isInstanceOf(DataAccessResourceFailureException.class)
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            String another = key();
            CompletableFuture<Void> patient = CompletableFuture.runAsync(() -> {
                cut.obtain(another).lock();
                cut.obtain(another).unlock();
            });
            network.heal();

            patient.get(30, SECONDS);
            assertThatCode(() -> cut.renewLock(key, LONG)).doesNotThrowAnyException();
            cut.obtain(key).unlock();
            assertThat(isHeldElsewhere(key)).isFalse();
        }
    }
}
