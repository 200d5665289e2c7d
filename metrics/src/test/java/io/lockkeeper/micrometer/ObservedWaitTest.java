package io.lockkeeper.micrometer;

import static io.lockkeeper.contract.Eventually.answer;
import static io.lockkeeper.contract.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.ClientClosedException;
import io.lockkeeper.Lease;
import io.lockkeeper.LockClient;
import io.lockkeeper.LockOptions;
import io.lockkeeper.LockTimeoutException;
import io.lockkeeper.MultiLease;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The observation of a wait says what became of it, and no lease that nobody waits for stays held. */
@SuppressWarnings("LockNotBeforeTry") // What is locked without care is what is tested.
class ObservedWaitTest extends Observed {

    private static final LockOptions AT_ONCE = LockOptions.defaults().withMaxWait(Duration.ZERO);

    @Test
    void given_key_values_are_those_of_waits_and_holds() throws InterruptedException {
        LockClient named =
                observations.withKeyValues(KeyValues.of("name", "orders")).observe(plain);
        named.lock("a").acquire().close();
        ended("wait acquired a", "hold released a");
        assertThat(recorder.contexts())
                .extracting(context -> context.getLowCardinalityKeyValue("name").getValue())
                .containsOnly("orders");
    }

    @Test
    void aLockThatStaysHeldIsATimeout() throws Exception {
        Lease foreign = rival.lock("a").acquire();
        assertThatThrownBy(() -> lock().acquire(AT_ONCE)).isInstanceOf(LockTimeoutException.class);
        assertThat(lock().tryAcquire()).isEmpty();
        assertThat(lock().tryAcquireNow(FIXED)).isEmpty();
        assertThat(lock().tryAcquire(AT_ONCE)).isEmpty();
        assertThat(client.all(List.of("a")).tryAcquire()).isEmpty();
        assertThatThrownBy(() -> answer(World.PATIENCE, lock().acquireAsync(AT_ONCE)));
        assertThatThrownBy(() -> client.lock("a", AT_ONCE).call(lease -> "never"))
                .isInstanceOf(LockTimeoutException.class);
        foreign.close();
        eventually(World.PATIENCE, () -> assertThat(recorder.ended()).hasSize(7).containsOnly("wait timeout a"));
        assertThat(recorder.contexts().get(0).getError()).isInstanceOf(LockTimeoutException.class);
        assertThat(recorder.contexts().get(1).getError()).isNull();
    }

    @Test
    void anInterruptEndsIt() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> lock().acquire()).isInstanceOf(InterruptedException.class);
        ended("wait interrupted a");
    }

    @Test
    void aClosedClientIsAFailure() {
        client.close();
        assertThatThrownBy(() -> lock().acquire()).isInstanceOf(ClientClosedException.class);
        assertThatThrownBy(() -> lock().lock()).isInstanceOf(ClientClosedException.class);
        ended("wait failed a", "wait failed a");
    }

    @Test
    void cancellingTheFutureCancelsTheAcquisition() throws Exception {
        Lease foreign = rival.lock("a").acquire();
        CompletableFuture<Lease> one = lock().acquireAsync();
        CompletableFuture<MultiLease> several = client.all(List.of("a", "b")).acquireAsync();
        assertThat(client.waiting()).isEqualTo(2);
        assertThat(one.cancel(false)).isTrue();
        assertThat(several.completeExceptionally(new IllegalStateException("Mine.")))
                .isTrue();
        eventually(World.PATIENCE, () -> assertThat(client.waiting()).isZero());
        ended("wait cancelled a", "wait cancelled a,b");
        foreign.close();
        assertThat(isFree("a")).isTrue();
    }

    @Test
    void aLeaseThatArrivesAfterTheCancellationIsReleased() {
        Queue<String> released = new ConcurrentLinkedQueue<>();
        CompletableFuture<String> deaf = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean mayInterrupt) {
                return false; // The grant is under way.
            }
        };
        CompletableFuture<String> outer =
                observations.await(List.of("a")).async(() -> deaf, lease -> lease, released::add);
        outer.cancel(false);
        deaf.complete("late");
        assertThat(released).containsExactly("late");
        ended("wait cancelled a");
    }

    @Test
    void oneThatIsCancelledWhileTheHoldBeginsIsReleasedToo() {
        Queue<String> released = new ConcurrentLinkedQueue<>();
        CompletableFuture<String> inner = new CompletableFuture<>();
        Queue<CompletableFuture<String>> outer = new ConcurrentLinkedQueue<>();
        Wait wait = observations.await(List.of("a"));
        outer.add(wait.async(
                () -> inner,
                lease -> {
                    wait.acquired();
                    outer.element().cancel(false);
                    return lease;
                },
                released::add));
        inner.complete("held");
        assertThat(released).containsExactly("held");
        ended("wait acquired a");
    }

    @Test
    void theReasonOfAFailureIsNotWrapped() {
        CompletableFuture<String> inner = new CompletableFuture<>();
        CompletableFuture<String> outer =
                observations.await(List.of("a")).async(() -> inner, lease -> lease, lease -> {});
        inner.completeExceptionally(new CompletionException(new ClientClosedException("a")));
        assertThat(outer.handle((lease, failure) -> failure).join()).isInstanceOf(ClientClosedException.class);
        assertThat(recorder.contexts().get(0).getError()).isInstanceOf(ClientClosedException.class);
        ended("wait failed a");
    }

    @Test
    void waitAndHoldHaveTheParentOfTheCallerOnWhateverThreadTheyEnd() throws Exception {
        Lease foreign = rival.lock("a").acquire();
        Observation request = Observation.start("request", registry);
        CompletableFuture<Lease> waiting;
        try (Observation.Scope scope = request.openScope()) {
            assertThat(scope.getCurrentObservation()).isSameAs(request);
            waiting = lock().acquireAsync();
        }
        foreign.close();
        answer(World.PATIENCE, waiting).close();
        eventually(World.PATIENCE, () -> assertThat(recorder.parents()).containsExactly("request", "request"));
        request.lowCardinalityKeyValue("outcome", "fine")
                .highCardinalityKeyValue("lock", "none")
                .stop();
    }
}
