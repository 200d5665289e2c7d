package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.answer;
import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Completed;
import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockClient;
import io.lockkeeper.MultiLease;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The observation of a lease ends once, and says how the lease did. */
class ObservedHoldTest extends Observed {

    @Test
    void aReleaseEndsIt() throws Exception {
        Lease lease = lock().acquire();
        assertThat(recorder.ended()).containsExactly("wait acquired a");
        lease.close();
        lease.close();
        answer(World.PATIENCE, lease.closeAsync());
        assertThat(recorder.ended()).containsExactly("wait acquired a", "hold released a");
        assertThat(recorder.contexts().get(1).getLowCardinalityKeyValue("store").getValue())
                .isEqualTo("memory");
        assertThat(recorder.contexts().get(1).getError()).isNull();
    }

    @Test
    void aHandlerThatIsAddedLaterIsToldToo() throws Exception {
        ObservationRegistry later = ObservationRegistry.create();
        LockClient observed = LockObservations.of(later, "memory").observe(plain);
        later.observationConfig().observationHandler(recorder);
        observed.lock("a").acquire().close();
        ended("wait acquired a", "hold released a");
    }

    @Test
    void anAsynchronousReleaseEndsItWhateverTheCallerDoesToTheFuture() throws Exception {
        assertThat(lock().acquire().closeAsync().cancel(false)).isIn(true, false);
        ended("wait acquired a", "hold released a");
    }

    @Test
    void aLossThatIsFoundAtTheReleaseIsALoss() throws Exception {
        Lease lease = lock().acquire();
        assertThat(rival.release(lease.id())).isTrue();
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
        ended("wait acquired a", "hold lost a");
        assertThat(recorder.contexts().get(1).getError()).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void soIsOneThatIsFoundByAnAsynchronousReleaseAndAskedForAgain() throws Exception {
        Lease lease = lock().acquire();
        rival.release(lease.id());
        CompletableFuture<Void> closing = lease.closeAsync();
        eventually(World.PATIENCE, () -> assertThat(closing).isCompletedExceptionally());
        lease.close();
        ended("wait acquired a", "hold lost a");
    }

    @Test
    void aLeaseThatExpiresEndsItBeforeItsRelease() throws Exception {
        Lease lease = lock().acquire(FIXED);
        world.pass(Duration.ofSeconds(11));
        ended("wait acquired a", "hold expired a");
        assertThatThrownBy(lease::close).isInstanceOf(LeaseLostException.class);
        assertThat(recorder.ended()).hasSize(2);
    }

    @Test
    void theEndOfTheClientIsALoss() throws Exception {
        lock().acquire();
        client.close();
        ended("wait acquired a", "hold lost a");
    }

    @Test
    void aLeaseThatIsLeftToExpireIsReleased() throws Exception {
        lock().acquire().letExpire();
        ended("wait acquired a", "hold released a");
    }

    @Test
    void aLeaseThatIsLeftToExpireTooLateIsNot() throws Exception {
        Lease lease = lock().acquire(FIXED);
        world.pass(Duration.ofSeconds(11));
        assertThatThrownBy(lease::letExpire).isInstanceOf(LeaseLostException.class);
        ended("wait acquired a", "hold expired a");
    }

    @Test
    void aTaskRunsWithinItsHold() throws Exception {
        Completed<String> done = lock().call(lease -> {
            Observation current = registry.getCurrentObservation();
            return current == null
                    ? "none"
                    : String.valueOf(current.getContext().getName());
        });
        assertThat(done.value()).isEqualTo("lockkeeper.lock.hold");
        ended("wait acquired a", "hold released a");
    }

    @Test
    void theHoldOfATaskThatFailsOrLosesItsLockEndsToo() throws Exception {
        assertThatThrownBy(() -> lock().call(lease -> {
                    throw new IllegalArgumentException("A task's.");
                }))
                .hasMessage("A task's.");
        Completed<Boolean> done = lock().call(lease -> rival.release(lease.id()));
        assertThat(done.loss()).isPresent();
        ended("wait acquired a", "hold released a", "wait acquired a", "hold lost a");
    }

    @Test
    void severalLocksAreOneHold() throws Exception {
        try (MultiLease all = client.all(List.of("b", "a")).acquire()) {
            assertThat(all.isHeld()).isTrue();
        }
        ended("wait acquired a,b", "hold released a,b");
    }

    @Test
    void theLossOfOneOfThemEndsIt() throws Exception {
        MultiLease all = client.all(List.of("a", "b")).acquire(FIXED);
        world.pass(Duration.ofSeconds(11));
        ended("wait acquired a,b", "hold expired a,b");
        assertThatThrownBy(all::close).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void soDoesTheReleaseOfOneOfThem() throws Exception {
        MultiLease all = client.all(List.of("a", "b")).acquire();
        all.lease("a").close();
        ended("wait acquired a,b", "hold released a,b");
        all.close();
        assertThat(isFree("b")).isTrue();
    }
}
