package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that cannot listen to its store polls, as it would if the store could not push. */
class DeafClientTest {

    private final World world = new World();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aWaiterAsksAtLeastEveryHalfSecond() {
        Lease held = world.client().hold("a");
        Party client = world.deafClient();
        CompletableFuture<Lease> waits = client.await("a");
        world.pass(Duration.ofSeconds(5));
        assertThat(client.requests().sent(Request.LISTEN)).isOne();
        assertThat(client.requests().sent(Request.CLAIM)).isBetween(8, 30);
        held.close();
        world.pass(Duration.ofSeconds(1));
        Party.answer(waits).close();
    }
}
