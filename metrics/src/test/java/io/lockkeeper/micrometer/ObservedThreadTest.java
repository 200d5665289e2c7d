package io.lockkeeper.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.DistributedLock;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.NotHeldException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a thread owns by {@code lock()} is one hold until its last {@code unlock()}, its loss, or the close of its handle. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class ObservedThreadTest extends Observed {

    @Test
    void aReentryIsNeitherWaitNorHold() throws Exception {
        DistributedLock other = client.lock("a");
        lock().lock();
        other.lockInterruptibly();
        assertThat(lock().tryLock(1, TimeUnit.SECONDS)).isTrue();
        lock().unlock();
        other.unlock();
        assertThat(recorder.ended()).containsExactly("wait acquired a");
        lock().unlock();
        ended("wait acquired a", "hold released a");
        assertThat(kept(client)).isZero();
    }

    @Test
    void theCloseOfItsHandleEndsItWhateverTheCount() {
        lock().lock();
        lock().lock();
        lock().currentLease().orElseThrow().close();
        ended("wait acquired a", "hold released a");
        assertThat(kept(client)).isZero();
        assertThatThrownBy(lock()::unlock).isInstanceOf(NotHeldException.class);
    }

    @Test
    void itsHandleMayBeClosedByAnotherThread() {
        lock().lock();
        Lease lease = lock().currentLease().orElseThrow();
        CompletableFuture.runAsync(lease::close).join();
        ended("wait acquired a", "hold released a");
        assertThat(kept(client)).isZero();
    }

    @Test
    void aLossEndsIt() {
        client.lock("a", FIXED).lock();
        world.pass(Duration.ofSeconds(11));
        ended("wait acquired a", "hold expired a");
        assertThat(kept(client)).isZero();
        assertThatThrownBy(lock()::unlock).hasCauseInstanceOf(LeaseLostException.class);
        assertThat(recorder.ended()).hasSize(2);
    }

    @Test
    void aLossThatIsFoundByUnlockIsALoss() {
        lock().lock();
        rival.release(lock().currentLease().orElseThrow().id());
        assertThatThrownBy(lock()::unlock).hasCauseInstanceOf(LeaseLostException.class);
        ended("wait acquired a", "hold lost a");
        assertThat(kept(client)).isZero();
    }

    @Test
    void theInnerUnlockOfWhatHasExpiredReportsIt() {
        LockClient paused = observations.observe(world.clientWithoutTimers());
        DistributedLock lock = paused.lock("a", FIXED);
        lock.lock();
        lock.lock();
        world.pass(Duration.ofSeconds(11));
        lock.unlock();
        ended("wait acquired a", "hold expired a");
        assertThatThrownBy(lock::unlock).hasCauseInstanceOf(LeaseLostException.class);
        assertThat(kept(paused)).isZero();
        assertThat(recorder.ended()).hasSize(2);
    }

    @Test
    void whatIsLockedAnewAfterALossIsAnotherHold() {
        LockClient paused = observations.observe(world.clientWithoutTimers());
        DistributedLock lock = paused.lock("a", FIXED);
        lock.lock();
        world.pass(Duration.ofSeconds(11));
        lock.lock();
        endedInAnyOrder("wait acquired a", "hold expired a", "wait acquired a");
        lock.unlock();
        endedInAnyOrder("wait acquired a", "hold expired a", "wait acquired a", "hold released a");
        assertThatThrownBy(lock::unlock).isInstanceOf(NotHeldException.class);
        assertThat(kept(paused)).isZero();
    }

    @Test
    void aThreadThatCannotHaveItHoldsNothing() throws Exception {
        Lease foreign = rival.lock("a").acquire();
        assertThat(lock().tryLock()).isFalse();
        assertThatThrownBy(lock()::unlock).isInstanceOf(NotHeldException.class);
        ended("wait timeout a");
        foreign.close();
        assertThat(kept(client)).isZero();
    }

    @Test
    void whatWasLockedThroughTheOtherClientIsNotObserved() {
        plain.lock("a").lock();
        lock().lock();
        assertThat(lock().currentLease()).isPresent();
        lock().unlock();
        lock().unlock();
        assertThat(recorder.ended()).isEmpty();
        assertThat(isFree("a")).isTrue();
    }
}
