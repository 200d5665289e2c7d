package io.lockkeeper.spring.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.idempotency.Idempotency;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.idempotency.IdempotencyState;
import io.lockkeeper.idempotency.NestedCallException;
import io.lockkeeper.idempotency.Outcome;
import io.lockkeeper.idempotency.Rejection;
import io.lockkeeper.idempotency.RequestRefusedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Methods that return when their work is over. */
class IdempotentTest {

    private final TestApplication application = TestApplication.of(Payments.class);
    private final Payments payments = application.get(Payments.class);
    private final Payments bean = application.behindProxy(Payments.class);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stop() {
        threads.shutdownNow();
        application.close();
    }

    @Test
    void aRepeatGetsTheStoredValueAndRunsNothing() {
        Receipt first = payments.pay("a", 10);
        assertThat(payments.pay("a", 10)).isEqualTo(first).isNotSameAs(first);
        assertThat(bean.runs.get()).isEqualTo(1);
        assertThat(payments.pay("b", 10)).isNotEqualTo(first);
        assertThat(application
                        .record(Payments.class.getName() + ".pay", "a")
                        .orElseThrow()
                        .state())
                .isEqualTo(IdempotencyState.COMPLETED);
    }

    @Test
    void otherArgumentsAreAMismatch() {
        Receipt unused = payments.pay("a", 10);
        assertThatThrownBy(() -> payments.pay("a", 11))
                .isInstanceOfSatisfying(
                        RequestRefusedException.class,
                        refused -> assertThat(refused.outcome()).isInstanceOf(Outcome.Mismatch.class));
    }

    @Test
    void aConstantFingerprintTellsRequestsApartByTheirKeyAlone() {
        assertThat(payments.lenient("a", "x")).isEqualTo("x");
        assertThat(payments.lenient("a", "y")).isEqualTo("x");
    }

    @Test
    void anExceptionFreesTheKeyAndAStoredFailureIsReplayed() {
        assertThatThrownBy(() -> payments.fail("a", true)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> payments.fail("a", true)).isInstanceOf(IOException.class);
        assertThat(bean.runs.get()).isEqualTo(2);
        assertThatThrownBy(() -> payments.fail("b", false))
                .isInstanceOf(Refused.class)
                .hasMessage("no money");
        assertThatThrownBy(() -> payments.fail("b", false))
                .isInstanceOfSatisfying(RequestRefusedException.class, refused -> {
                    Outcome.Rejected<?> rejected = (Outcome.Rejected<?>) refused.outcome();
                    assertThat(rejected.reason()).isEqualTo(Rejection.FAILED);
                    assertThat(rejected.failure().orElseThrow().message()).isEqualTo("no money");
                });
        assertThat(bean.runs.get()).isEqualTo(3);
    }

    @Test
    void aMethodThatReturnsOutcomesGetsAllOfThem() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        bean.step = () -> {
            inside.countDown();
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
        };
        Future<Outcome<List<Receipt>>> first = threads.submit(() -> payments.typed("a", 1));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(payments.typed("a", 1)).isInstanceOf(Outcome.InFlight.class);
        go.countDown();
        List<Receipt> value = List.of(new Receipt("a", 1));
        assertThat(first.get()).isEqualTo(new Outcome.Executed<>(value));
        assertThat(payments.typed("a", 1)).isEqualTo(new Outcome.Replayed<>(value));
        assertThat(payments.typed("a", 2)).isInstanceOf(Outcome.Mismatch.class);
    }

    @Test
    void aRepeatWaitsIfItShall() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        bean.step = () -> {
            inside.countDown();
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
        };
        Future<Integer> first = threads.submit(() -> payments.patient("a"));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        List<Future<Integer>> repeats = new ArrayList<>();
        for (int repeat = 0; repeat < 20; repeat++) {
            repeats.add(threads.submit(() -> payments.patient("a")));
        }
        go.countDown();
        for (Future<Integer> repeat : repeats) {
            assertThat(repeat.get()).isEqualTo(1);
        }
        assertThat(first.get()).isEqualTo(1);
        assertThat(bean.runs.get()).isEqualTo(1);
    }

    @Test
    void anInterruptWhileWaitingRunsNothing() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        bean.step = () -> {
            inside.countDown();
            assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
        };
        Future<Integer> first = threads.submit(() -> payments.patient("a"));
        assertThat(inside.await(60, TimeUnit.SECONDS)).isTrue();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> payments.patient("a")).isInstanceOf(java.util.concurrent.CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        go.countDown();
        assertThat(first.get()).isEqualTo(1);
    }

    @Test
    void aCallOfTheSameKeyWithinNeverWaitsForItself() {
        assertThatThrownBy(() -> payments.nested("a", 2)).isInstanceOf(NestedCallException.class);
        assertThat(payments.chained("a")).isEqualTo("a"); // Of another method, with the same id.
    }

    @Test
    void theAttemptIsKnownInside() {
        String key = payments.downstream("a");
        assertThat(key).isEqualTo(IdempotencyKey.of("shop:down", "a").derivedId("card"));
        assertThatThrownBy(CurrentAttempt::get).hasMessageContaining("runs no @Idempotent method");
    }

    @Test
    void theRecoveryIsAskedAfterAnAttemptThatDidNotFinish() {
        // An Error leaves the key in progress until its lease expires.
        assertThatThrownBy(() -> payments.recoverable("a", 7)).isInstanceOf(AssertionError.class);
        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            Outcome<Integer> outcome = payments.recoverable("a", 7);
            while (outcome instanceof Outcome.InFlight) {
                outcome = payments.recoverable("a", 7);
            }
            assertThat(outcome).isEqualTo(new Outcome.Executed<>(107));
        });
        assertThat(bean.runs.get()).isEqualTo(1);
    }

    @Test
    void aListAsAKeyIsRefused() {
        assertThatThrownBy(() -> payments.listed(List.of("a", "b"))).hasMessageContaining("an operation has one key");
    }

    record Receipt(String id, int amount) {}

    static class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    interface Step {
        void run() throws Exception;
    }

    static class Payments {

        final AtomicInteger runs = new AtomicInteger();
        volatile Step step = () -> {};

        @Autowired
        @Nullable
        Payments self;

        @Autowired
        @Nullable
        Idempotency idempotency;

        @Idempotent(key = "#id")
        public Receipt pay(String id, int amount) {
            return new Receipt(id, amount + runs.incrementAndGet());
        }

        @Idempotent(key = "#id", fingerprint = "v1")
        public String lenient(String id, String text) {
            return text;
        }

        @Idempotent(key = "#id", storedFailures = Refused.class)
        public void fail(String id, boolean technical) throws Exception {
            runs.incrementAndGet();
            throw technical ? new IOException("off") : new Refused("no money");
        }

        @Idempotent("#id")
        public Outcome<List<Receipt>> typed(String id, int amount) throws Exception {
            step.run();
            return new Outcome.Executed<>(List.of(new Receipt(id, amount)));
        }

        @Idempotent(key = "#id", maxWait = "60s")
        public int patient(String id) throws Exception {
            step.run();
            return runs.incrementAndGet();
        }

        @Idempotent(key = "#id", fingerprint = "-", maxWait = "60s")
        public String nested(String id, int depth) {
            return depth == 0 ? id : java.util.Objects.requireNonNull(self).nested(id, depth - 1);
        }

        @Idempotent(key = "#id")
        public String chained(String id) {
            return java.util.Objects.requireNonNull(self).lenient(id, id);
        }

        @Idempotent(key = "#id", scope = "shop:down")
        public String downstream(String id) {
            return CurrentAttempt.get().downstreamKey("card");
        }

        @Idempotent(key = "#id", lease = "100ms", recovery = "found")
        public Outcome<Integer> recoverable(String id, int amount) {
            runs.incrementAndGet();
            throw new AssertionError("crash");
        }

        io.lockkeeper.idempotency.Recovered<Integer> found(
                String id, int amount, io.lockkeeper.idempotency.Attempt attempt) {
            assertThat(attempt.number()).isGreaterThan(1);
            return new io.lockkeeper.idempotency.Recovered.Done<>(100 + amount);
        }

        @Idempotent("#ids")
        public void listed(List<String> ids) {}
    }
}
