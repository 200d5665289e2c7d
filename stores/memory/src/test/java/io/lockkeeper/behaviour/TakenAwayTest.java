package io.lockkeeper.behaviour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A claim whose grant was taken away, or came too late, leaves nothing in the store. Both stories are of the model of the line. */
class TakenAwayTest {

    private final World world = new World();
    private final Party holder = world.client();
    private final Party waiter = world.client();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    void aClaimThatQueuedAgainAfterItsGrantWasRevokedIsWithdrawn() {
        Lease before = holder.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        world.pass(Duration.ofSeconds(1));
        waiter.ear().hold();
        Delayed again = waiter.requests().delayNext(Request.CLAIM);
        before.close(); // Granted by push, which is on its way.
        waiter.locks().lock("a"); // The waiter asks again when the first lease would have ended.
        holder.locks().forceRelease().orElseThrow().forceRelease("a");
        Lease other = holder.hold("a");
        world.pass(Duration.ofMillis(1));
        waiter.ear().deliver();
        if (waits.isDone()) {
            assertThatThrownBy(() -> waits.join().close()).isInstanceOf(LeaseLostException.class);
        }
        if (again.isSent()) {
            again.arriveAndAnswer();
        }
        waits.cancel(false);
        other.close();
        world.pass(Duration.ofSeconds(3));
        assertThat(holder.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aStrayGrantLeavesAMarkForTheCopyOfItsClaim() {
        Lease before = holder.hold("a");
        CompletableFuture<Lease> waits = waiter.await("a");
        waiter.ear().hold();
        before.close(); // The push is on its way.
        Delayed copy = waiter.requests().delayNext(Request.CLAIM);
        world.pass(Duration.ofSeconds(31)); // The waiter asks again; that request is slow.
        assertThat(copy.isSent()).isTrue();
        copy.fail();
        waiter.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(3)); // It asks once more and is granted.
        Lease lease = Party.answer(waits);
        waiter.process().pause();
        world.pass(Duration.ofSeconds(40));
        assertThat(lease.isHeld()).isFalse();
        waiter.process().resume();
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
        waiter.ear().deliver();
        copy.arriveAndAnswer();
        assertThat(holder.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aLateCopyOfAClaimWhoseGrantWasRevokedIsRefused() {
        Delayed copy = holder.requests().delayNext(Request.CLAIM);
        CompletableFuture<Lease> granted = holder.await("a");
        copy.fail(); // So it is sent again, and granted.
        world.pass(Duration.ofSeconds(3));
        Lease lease = Party.answer(granted);
        waiter.locks().forceRelease().orElseThrow().forceRelease("a");
        copy.arriveAndAnswer();
        assertThat(waiter.isFree("a")).isTrue();
        world.pass(Duration.ofSeconds(11));
        assertThat(lease.isHeld()).as("held after a renewal").isFalse();
    }
}
