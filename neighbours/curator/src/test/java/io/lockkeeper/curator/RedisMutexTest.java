package io.lockkeeper.curator;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;

class RedisMutexTest extends InterProcessLockPromises {

    private final RedisServer server = RedisServer.start();

    @Override
    LockClient open() {
        return LockClient.connect(server.url());
    }

    @Override
    void stop() {
        server.close();
    }

    @Test
    void aStoreThatDoesNotAnswerIsALossOfTheConnection() throws Exception {
        try (TcpProxy network = server.proxy();
                LockClient distant = LockClient.connect(server.url(network) + "?timeout=5s")) {
            LockkeeperMutex mutex = new LockkeeperMutex(distant, path());
            network.cut();

            assertThatThrownBy(() -> mutex.acquire(100, MILLISECONDS))
                    .isInstanceOf(KeeperException.ConnectionLossException.class)
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            network.heal();

            assertThat(mutex.acquire(60, SECONDS)).isTrue();
            mutex.release();
        }
    }
}
