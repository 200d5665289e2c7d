package io.lockkeeper.shedlock;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.LockClient;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.servers.Await;
import io.lockkeeper.servers.RedisServer;
import io.lockkeeper.servers.TcpProxy;
import java.util.ArrayList;
import java.util.List;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.junit.jupiter.api.Test;

class RedisLockProviderTest extends LockProviderPromises {

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
    void anOutageIsShedLocksExceptionAndTheLockIsUsableAfterIt() {
        try (TcpProxy network = server.proxy();
                LockClient distant = LockClient.connect(server.url(network) + "?timeout=5s")) {
            LockkeeperLockProvider cut = new LockkeeperLockProvider(distant);
            SimpleLock lock = cut.lock(configuration("cut", ofMinutes(5), ZERO)).orElseThrow();
            network.cut();

            assertThatThrownBy(() -> cut.lock(configuration("another", ofMinutes(5), ZERO)))
                    .isInstanceOf(LockException.class)
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> lock.extend(ofMinutes(5), ZERO))
                    .isInstanceOf(LockException.class)
                    .hasCauseInstanceOf(StoreUnavailableException.class);
            network.heal();

            List<SimpleLock> extended = new ArrayList<>();
            Await.until(
                    "it is connected again",
                    PATIENCE,
                    () -> lock.extend(ofMinutes(6), ZERO).map(extended::add).orElseThrow());
            extended.get(0).unlock();
            locked("cut", ofMinutes(5), ZERO).unlock();
        }
    }
}
