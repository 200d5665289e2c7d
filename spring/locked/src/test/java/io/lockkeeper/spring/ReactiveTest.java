package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockkeeper.Lease;
import io.lockkeeper.LeaseLostException;
import io.lockkeeper.LockTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Each subscription has the lock to itself. */
class ReactiveTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final TestApplication application = TestApplication.of(Work.class, Inner.class);
    private final Work work = application.get(Work.class);

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void nothingIsAcquiredAndNothingRunsBeforeASubscription() {
        Mono<String> mono = work.mono();

        assertThat(application.isHeld("work")).isFalse();
        assertThat(work.runs()).isZero();
        assertThat(mono.block(LONG)).isEqualTo("work");
        assertThat(mono.block(LONG)).isEqualTo("work");
        assertThat(work.runs()).isEqualTo(2);
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void theLockIsHeldUntilTheLastElement() {
        Sinks.Many<Integer> source = Sinks.many().unicast().onBackpressureBuffer();
        AtomicInteger seen = new AtomicInteger();
        Disposable subscription = work.flux(source.asFlux()).subscribe(seen::set);
        source.emitNext(1, Sinks.EmitFailureHandler.FAIL_FAST);
        Until.isTrue(() -> seen.get() == 1);

        assertThat(application.isHeld("work")).isTrue();
        source.emitComplete(Sinks.EmitFailureHandler.FAIL_FAST);
        Until.isTrue(subscription::isDisposed);
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void anErrorReleasesTheLock() {
        assertThatThrownBy(() ->
                        work.flux(Flux.error(new IllegalStateException("own"))).blockLast(LONG))
                .hasMessage("own");
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void aCancellationReleasesTheLock() {
        Disposable subscription = work.flux(Flux.never()).subscribe();
        Until.isTrue(() -> application.isHeld("work"));
        subscription.dispose();

        Until.isTrue(() -> !application.isHeld("work"));
    }

    @Test
    void aCancelledWaitLeavesTheQueue() {
        Lease theirs = application.takenByOthers("work");
        Disposable subscription = work.mono().subscribe();
        Until.isTrue(() -> application.others().lock("work").queueLength() == 1);
        subscription.dispose();
        Until.isTrue(() -> application.others().lock("work").queueLength() == 0);
        theirs.close();

        assertThat(application.isHeld("work")).isFalse();
        assertThat(work.runs()).isZero();
    }

    @Test
    void manyCancellationsLeaveNothingHeld() {
        for (int round = 0; round < 300; round++) {
            Disposable subscription = work.mono().subscribe();
            if (round % 3 == 0) {
                Thread.onSpinWait();
            }
            subscription.dispose();
        }
        Until.isTrue(() -> !application.isHeld("work") && application.held().isEmpty());
    }

    @Test
    void aHeldLockIsToldSkippedOrFallenBackFrom() {
        try (Lease theirs = application.takenByOthers("work")) {
            assertThat(theirs.isHeld()).isTrue();
            assertThatThrownBy(() -> work.once().block(LONG)).isInstanceOf(LockTimeoutException.class);
            assertThat(work.skipped().collectList().block(LONG)).isEmpty();
            assertThat(work.withFallback().block(LONG)).isEqualTo("later");
        }
        assertThat(work.skipped().collectList().block(LONG)).containsExactly(1, 2);
        assertThat(work.withFallback().block(LONG)).isEqualTo("now");
    }

    @Test
    void aNestedSubscriptionEntersTheLockAgain() {
        assertThat(work.nested().block(LONG)).isEqualTo("work in work");
        assertThat(application.isHeld("work")).isFalse();
    }

    @Test
    void aLossCancelsTheBodyIfThatIsWanted() {
        assertThatThrownBy(() -> work.lost(application).block(LONG)).isInstanceOf(LeaseLostException.class);
    }

    @Test
    void noThreadIsBlockedWhileManyWait() {
        Lease theirs = application.takenByOthers("work");
        List<Mono<String>> all =
                Flux.range(0, 500).map(each -> work.mono()).collectList().block(LONG);
        Disposable waiting = Flux.merge(Flux.fromIterable(all), 500).subscribe();
        int threads = Thread.activeCount();
        assertThat(threads).isLessThan(200);
        theirs.close();
        Until.isTrue(waiting::isDisposed);
        assertThat(work.runs()).isEqualTo(500);
    }

    static class Work {
        private final Inner inner;
        private final AtomicInteger runs = new AtomicInteger();

        Work(Inner inner) {
            this.inner = inner;
        }

        public int runs() {
            return runs.get();
        }

        @Locked("work")
        public Mono<String> mono() {
            runs.incrementAndGet();
            return ReactiveLease.get().map(Lease::name);
        }

        @Locked("work")
        public Flux<Integer> flux(Flux<Integer> source) {
            return source;
        }

        @Locked(name = "work", maxWait = "0")
        public Mono<String> once() {
            return Mono.just("now");
        }

        @Locked(name = "work", whenBusy = WhenBusy.SKIP)
        public Flux<Integer> skipped() {
            return Flux.just(1, 2);
        }

        @Locked(name = "work", fallback = "later")
        public Mono<String> withFallback() {
            return Mono.just("now");
        }

        Mono<String> later() {
            return Mono.just("later");
        }

        @Locked("work")
        public Mono<String> nested() {
            return inner.again().flatMap(again -> ReactiveLease.get().map(lease -> again + " in " + lease.name()));
        }

        @Locked(name = "work", onLoss = OnLoss.INTERRUPT)
        public Mono<String> lost(TestApplication application) {
            return ReactiveLease.get().flatMap(lease -> {
                application.others().forceRelease().orElseThrow().forceRelease("work");
                lease.verify();
                return Mono.never();
            });
        }
    }

    static class Inner {
        @Locked(name = "work", maxWait = "20s")
        public Mono<String> again() {
            return ReactiveLease.get().map(Lease::name);
        }
    }
}
