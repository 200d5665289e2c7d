package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LeaderWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** To close a watch takes a limited time, whatever its listener does. */
class LeaderWatchTest {

    private final World world = new World();
    private final Party client = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void listenersThatCloseEachOthersWatchesDoNotWaitForEver() throws InterruptedException {
        List<LeaderWatch> watches = new ArrayList<>();
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch closed = new CountDownLatch(2);
        for (int other = 1; other >= 0; other--) {
            int index = other;
            watches.add(client.locks().election("a").watch(leader -> {
                begun.countDown();
                try {
                    begun.await();
                } catch (InterruptedException never) {
                    throw new IllegalStateException(never);
                }
                watches.get(index).close();
                closed.countDown();
            }));
        }
        world.pass(Duration.ZERO); // They are called from now on.
        assertThat(closed.await(25, TimeUnit.SECONDS)).isTrue();
    }
}
