package io.lockkeeper.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Subscriptions of nested calls that go on when the calls around them have ended. */
class NestedReactiveTest {

    private final TestApplication application = TestApplication.of(Outer.class, Inner.class);
    private final Outer outer = application.get(Outer.class);
    private final Sinks.One<String> work = Sinks.one();

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void aSubscriptionKeepsTheLockThatItEntered() {
        Disposable subscription = outer.subscribed(work.asMono());

        assertThat(subscription.isDisposed()).isFalse();
        assertThat(application.isHeld("a")).isTrue();
        work.emitValue("done", Sinks.EmitFailureHandler.FAIL_FAST);
        Until.isTrue(() -> !application.isHeld("a"));
    }

    @Test
    void aSubscriptionThatTookTheContextAlongKeepsTheLockThatItEntered() {
        assertThat(outer.left(work.asMono()).block(Duration.ofSeconds(30))).isEqualTo("left");

        assertThat(application.isHeld("a")).isTrue();
        work.emitValue("done", Sinks.EmitFailureHandler.FAIL_FAST);
        Until.isTrue(() -> !application.isHeld("a"));
    }

    @Test
    void aSubscriptionUnderAnotherLockDoesNotKeepThisOne() {
        Disposable subscription = outer.subscribedToAnother(work.asMono());

        assertThat(subscription.isDisposed()).isFalse();
        assertThat(application.isHeld("a")).isFalse();
        Until.isTrue(() -> application.isHeld("b"));
    }

    @Test
    void aLossThatACancellationHidesIsLogged() {
        try (LogCapture log = LogCapture.start()) {
            assertThat(outer.losing(application).take(1).blockLast(Duration.ofSeconds(30)))
                    .isEqualTo("a");

            Until.isTrue(() -> log.linesWith("ran in part without its lock").size() == 1);
        }
    }

    static class Outer {
        private final Inner inner;

        Outer(Inner inner) {
            this.inner = inner;
        }

        @Locked("a")
        public Disposable subscribed(Mono<String> work) {
            return inner.same(work).subscribe();
        }

        @Locked("a")
        public Disposable subscribedToAnother(Mono<String> work) {
            return inner.another(work).subscribe();
        }

        @Locked("a")
        public Flux<String> losing(TestApplication application) {
            return ReactiveLease.get().flatMapMany(lease -> {
                application.others().forceRelease().orElseThrow().forceRelease("a");
                lease.verify();
                Until.isTrue(() -> !lease.isHeld());
                return Flux.just(lease.name()).concatWith(Flux.never());
            });
        }

        @Locked("a")
        public Mono<String> left(Mono<String> work) {
            return Mono.deferContextual(context -> {
                Disposable begun = inner.same(work).contextWrite(context).subscribe();
                return Mono.just(begun.isDisposed() ? "done" : "left");
            });
        }
    }

    static class Inner {
        @Locked(name = "a", maxWait = "20s")
        public Mono<String> same(Mono<String> work) {
            return work;
        }

        @Locked("b")
        public Mono<String> another(Mono<String> work) {
            return work;
        }
    }
}
