package io.lockkeeper.behaviour;

import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockkeeper.Lease;
import io.lockkeeper.LockOptions;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.faults.Course;
import io.lockkeeper.faults.Delayed;
import io.lockkeeper.faults.Fate;
import io.lockkeeper.faults.Request;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What users do on the engine's threads, or to its futures, harms nobody; nor does an error in a store. */
class UserCodeTest {

    private final World world = new World();
    private final Party client = world.client();
    private final Party rival = world.client();

    @AfterEach
    void close() {
        client.requests().all(Fate.FINE);
        world.close();
    }

    @Test
    void whatDependsOnAReleaseDoesNotRunOnTheThreadThatAnswers() {
        Lease lease = client.hold("a");
        Delayed release = client.requests().delayNext(Request.RELEASE);
        AtomicReference<Thread> ran = new AtomicReference<>();
        CompletableFuture<Void> unused = lease.closeAsync().thenRun(() -> ran.set(Thread.currentThread()));
        release.arriveAndAnswer();
        eventually(Party.PATIENCE, () -> assertThat(ran).doesNotHaveNullValue());
        assertThat(ran).doesNotHaveValue(Thread.currentThread());
    }

    @Test
    void whoCompletesTheFutureOfAReleaseChangesNothing() {
        Lease lease = client.hold("a");
        Delayed release = client.requests().delayNext(Request.RELEASE);
        lease.closeAsync().complete(null);
        CompletableFuture<Void> closing = lease.closeAsync();
        assertThat(closing).isNotDone();
        release.arriveAndAnswer();
        Party.answer(closing);
    }

    @Test
    void whatDependsOnAnAcquisitionDoesNotRunOnTheThreadThatAnswers() {
        Delayed claim = client.requests().delayNext(Request.CLAIM);
        AtomicReference<Thread> ran = new AtomicReference<>();
        CompletableFuture<Void> unused = client.await("a").thenAccept(lease -> ran.set(Thread.currentThread()));
        claim.arriveAndAnswer();
        eventually(Party.PATIENCE, () -> assertThat(ran).doesNotHaveNullValue());
        assertThat(ran).doesNotHaveValue(Thread.currentThread());
    }

    @Test
    void anErrorInTheStoreDoesNotEndTheHeartbeat() {
        Lease lease = client.hold("a");
        client.requests().next(Request.RENEW, new Course() {
            @Override
            public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
                throw new OutOfMemoryError("as a driver may throw");
            }
        });
        world.pass(Duration.ofMinutes(5));
        assertThat(lease.isHeld()).isTrue();
    }

    @Test
    void everyCallerGetsAnExceptionOfItsOwn() {
        client.requests().all(Fate.REQUEST_LOST);
        CompletableFuture<Lease> waits = client.await("a");
        StoreUnavailableException one = refused();
        StoreUnavailableException other = refused();
        assertThat(one).isNotSameAs(other).hasNoSuppressedExceptions();
        assertThat(one.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("refused"));
        waits.cancel(false);
    }

    private StoreUnavailableException refused() {
        return catchThrowableOfType(
                StoreUnavailableException.class, () -> client.locks().lock("a").tryAcquire());
    }

    @Test
    void troubleIsForgottenWithTheNameThatNobodyWaitsFor() {
        client.requests().all(Fate.NEVER_SENT);
        CompletableFuture<Lease> waits =
                client.await("a", LockOptions.defaults().withMaxWait(Duration.ofSeconds(1)));
        world.pass(Duration.ofSeconds(2));
        eventually(Party.PATIENCE, () -> assertThat(waits).isCompletedExceptionally());
        client.requests().all(Fate.FINE);
        world.pass(Duration.ofSeconds(3));
        assertThat(client.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void aClientThatAnInterruptedThreadClosesGivesBackWhatItHeld() {
        client.hold("a");
        Delayed release = client.requests().delayNext(Request.RELEASE);
        CompletableFuture<Boolean> closing = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            client.locks().close();
            return Thread.interrupted();
        });
        eventually(Party.PATIENCE, () -> assertThat(release.isSent()).isTrue());
        assertThat(closing).isNotDone();
        release.arriveAndAnswer();
        assertThat(Party.answer(closing)).as("the interrupt is kept").isTrue();
        assertThat(rival.locks().lock("a").tryAcquire()).isPresent();
    }

    @Test
    void oneLockThatCannotBeReleasedDoesNotKeepAClosedClientFromReleasingTheOthers() {
        client.hold("a");
        client.hold("b");
        client.hold("c");
        client.requests().next(Request.RELEASE, new Course() {
            @Override
            public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
                throw new OutOfMemoryError("as a driver may throw");
            }
        });
        client.locks().close();
        assertThat(Stream.of("a", "b", "c").filter(rival::isFree)).hasSizeGreaterThanOrEqualTo(2);
    }
}
