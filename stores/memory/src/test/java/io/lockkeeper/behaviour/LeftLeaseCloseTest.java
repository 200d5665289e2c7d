package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.Lease;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that gives its holders time does not wait for a lease that its holder left to expire with the session. */
class LeftLeaseCloseTest {

    private final World world = new World();
    private final Party client = world.sessionBoundClient().party();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    private CompletableFuture<Boolean> closing() {
        return CompletableFuture.supplyAsync(() -> {
            client.locks().close(Duration.ofMinutes(5));
            return true;
        });
    }

    @Test
    void whatWasLeftBefore() {
        client.hold("a").letExpire();
        Party.answer(closing());
    }

    @Test
    void whatIsLeftMeanwhile() {
        client.hold("a").letExpire();
        Lease held = client.hold("b");
        CompletableFuture<Boolean> closing = closing();
        eventually(Party.PATIENCE, () -> assertThat(client.locks()).asString().contains("closed"));
        assertThat(held.isHeld()).isTrue();
        assertThat(closing).isNotDone();
        held.letExpire();
        Party.answer(closing);
    }

    @Test
    void whatIsLeftEndsInItsTimeThoughOthersAreWaitedFor() {
        client.hold("a").letExpire();
        Lease held = client.hold("b");
        CompletableFuture<Boolean> closing = closing();
        eventually(Party.PATIENCE, () -> assertThat(client.locks()).asString().contains("closed"));
        world.pass(Duration.ofSeconds(31));
        eventually(Party.PATIENCE, () -> assertThat(rival.isFree("a")).isTrue());
        assertThat(closing).isNotDone();
        held.close();
        Party.answer(closing);
    }
}
