package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLoss;
import io.lockkeeper.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The promise that a client that is closed frees what it held, wakes who waited, and begins nothing new. */
public interface ClientClosePromise extends LockFixture {

    /** Its holders are told. */
    @Test
    default void closingAClientFreesWhatItHeld() throws Exception {
        String name = freshName();
        String other = freshName();
        CompletableFuture<LeaseLoss> loss = new CompletableFuture<>();
        try (Actor bob = actor()) {
            Actor ann = actor();
            Lease lease =
                    ann.call(() -> ann.lock(name).acquire(LockOptions.defaults().withOnLost(loss::complete)));
            ann.run(ann.lock(other)::lock);
            ann.close();
            assertThat(lease.isHeld()).isFalse();
            assertThat(Eventually.answer(patience(), loss).reason()).isEqualTo(LeaseLoss.Reason.CLOSED);
            assertThat(bob.tryAcquire(name)).isPresent();
            assertThat(bob.tryAcquire(other)).isPresent();
        }
    }

    /** They left the queue: the next one is served. */
    @Test
    default void closingAClientWakesItsWaiters() throws Exception {
        String name = freshName();
        try (Actor ann = actor();
                Actor eve = actor()) {
            Actor bob = actor();
            Lease lease = ann.acquire(name);
            Future<Lease> waiting = bob.begin(bob.lock(name)::acquire);
            bob.awaitWaiting(name);
            bob.client().close();
            assertThatThrownBy(() -> bob.outcome(waiting)).isInstanceOf(ClientClosedException.class);
            bob.close();
            lease.close();
            assertThat(eve.tryAcquire(name)).isPresent();
        }
    }

    /** They hold what they have; nothing more is acquired; and who waits is told at once. */
    @Test
    default void aClientThatIsGivenTimeWaitsForItsHolders() throws Exception {
        String name = freshName();
        String other = freshName();
        try (Actor bob = actor();
                Actor eve = actor()) {
            Actor ann = actor();
            Lease lease = ann.acquire(name);
            Lease his = bob.acquire(other);
            CompletableFuture<Lease> waiting = ann.lock(other).acquireAsync();
            ann.awaitWaiting(other);
            Future<Boolean> closed = eve.begin(() -> {
                ann.client().close(patience().multipliedBy(2));
                return true;
            });
            assertThatThrownBy(() -> waiting.get(patience().toNanos(), TimeUnit.NANOSECONDS))
                    .hasCauseInstanceOf(ClientClosedException.class);
            assertThatThrownBy(() -> ann.acquire(freshName())).isInstanceOf(ClientClosedException.class);
            assertThat(lease.isHeld()).isTrue();
            assertThat(bob.tryAcquire(name)).isEmpty();
            assertThat(closed).isNotDone();
            lease.close();
            assertThat(eve.outcome(closed)).isTrue();
            assertThat(bob.tryAcquire(name)).isPresent();
            his.close();
            ann.close();
        }
    }

    /** As every client's. */
    @Test
    default void whatIsStillHeldWhenTheTimeIsOverIsLost() throws Exception {
        String name = freshName();
        try (Actor bob = actor()) {
            Actor ann = actor();
            Lease lease = ann.acquire(name);
            ann.client().close(Duration.ofMillis(10));
            assertThat(lease.isHeld()).isFalse();
            assertThat(bob.tryAcquire(name)).isPresent();
            ann.close();
        }
    }

    /** Closing it again is no failure. */
    @Test
    default void aClosedClientLocksNothing() {
        Actor ann = actor();
        ann.client().close();
        ann.client().close();
        assertThatThrownBy(() -> ann.run(ann.lock(freshName())::lock)).isInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> ann.run(ann.lock(freshName())::acquire)).isInstanceOf(ClientClosedException.class);
        ann.close();
    }
}
